/**
 * The command line to maintain transactional tables, {@link io.rowlock.tools.Rowlock}. Uses the
 * public API only.
 */
@NullMarked
package io.rowlock.tools;

import org.jspecify.annotations.NullMarked;
