/** {@code bench inserts}: many users insert small records. */
@NullMarked
package io.rowlock.bench.inserts;

import org.jspecify.annotations.NullMarked;
