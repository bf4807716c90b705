/**
 * Kills and suspends the processes of clients and region servers at any moment, and checks what
 * remains; {@code scripts/crash-test} runs it.
 */
@NullMarked
package io.rowlock.it.crash;

import org.jspecify.annotations.NullMarked;
