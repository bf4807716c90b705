/**
 * Settles abandoned locks: decides the fate of a silent owner, rolls its locks forward or back, and
 * explains why that is impossible if a table or a permission is missing.
 */
@NullMarked
package io.rowlock.internal.protocol.recovery;

import org.jspecify.annotations.NullMarked;
