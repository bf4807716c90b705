/** Tests on a real HBase, and the command line of those that are commands. */
@NullMarked
package io.rowlock.it;

import org.jspecify.annotations.NullMarked;
