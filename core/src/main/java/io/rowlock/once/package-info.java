/**
 * Work that takes effect once, however often it is repeated.
 *
 * <p>{@link io.rowlock.once.OnceTable} keeps a row for each id of such work.
 */
@NullMarked
package io.rowlock.once;

import org.jspecify.annotations.NullMarked;
