/**
 * The clients of a benchmark: one in the process of the command, or several in processes of their
 * own.
 *
 * <p>A command describes its client as a {@code ClientKind}, and runs its windows on {@code
 * Clients}. With {@code --clients N} those are {@code ClientProcesses}: N JVMs of the same command
 * line, in each of which a {@code ClientServer} obeys the lines that it reads. Every window begins
 * with a barrier: all clients prepare it, then all run it. Their results are added up as if one
 * process had counted them.
 */
@NullMarked
package io.rowlock.bench.kit.clients;

import org.jspecify.annotations.NullMarked;
