/** Runs HBase's own tests of its client, unmodified, on HBase's connection and on Rowlock's. */
@NullMarked
package io.rowlock.clienttests;

import org.jspecify.annotations.NullMarked;
