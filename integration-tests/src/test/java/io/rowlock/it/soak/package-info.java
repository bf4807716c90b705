/**
 * {@code bench soak}: hours of business transactions on a cluster that is struck all the time. A
 * client that lasts shows whether memory, threads or scanners leak; the data are checked again and
 * again.
 */
@NullMarked
package io.rowlock.it.soak;

import org.jspecify.annotations.NullMarked;
