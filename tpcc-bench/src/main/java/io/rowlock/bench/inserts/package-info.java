/** {@code bench inserts}: many users who insert small records. */
@NullMarked
package io.rowlock.bench.inserts;

import org.jspecify.annotations.NullMarked;
