/**
 * Kills and suspends the processes of clients and region servers at any moment, and checks what
 * remains; {@code scripts/crash-test} runs it. {@code scripts/upgrade-test} does so with clients of
 * two versions of the library.
 */
@NullMarked
package io.rowlock.it.crash;

import org.jspecify.annotations.NullMarked;
