/** Checks of the code as a whole: which package may use which, and which calls are banned where. */
@NullMarked
package io.rowlock.architecture;

import org.jspecify.annotations.NullMarked;
