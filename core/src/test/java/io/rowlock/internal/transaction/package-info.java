/** Tests of what one transaction believes, on the real protocol and a store in memory. */
@NullMarked
package io.rowlock.internal.transaction;

import org.jspecify.annotations.NullMarked;
