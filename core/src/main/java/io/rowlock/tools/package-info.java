/**
 * The command line for looking after transactional tables, {@link io.rowlock.tools.Rowlock}. Rests
 * on the public API alone.
 */
@NullMarked
package io.rowlock.tools;

import org.jspecify.annotations.NullMarked;
