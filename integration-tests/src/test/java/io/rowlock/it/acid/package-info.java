/** {@code bench tpcc acid}: the tests of clause 3, for transactions that lock rows to commit. */
@NullMarked
package io.rowlock.it.acid;

import org.jspecify.annotations.NullMarked;
