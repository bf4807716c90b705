/**
 * Settles what other transactions left behind: decides the fate of a silent owner, rolls its locks
 * forward or back, and explains why that is impossible where a table or a permission is missing.
 */
@NullMarked
package io.rowlock.internal.protocol.recovery;

import org.jspecify.annotations.NullMarked;
