/**
 * Clients in processes of their own. A command that implements {@code ClientProgram} runs its
 * windows through {@code Clients}: in its own process, or in {@code ClientProcesses} that parse the
 * same command line.
 */
@NullMarked
package io.rowlock.bench.kit.clients;

import org.jspecify.annotations.NullMarked;
