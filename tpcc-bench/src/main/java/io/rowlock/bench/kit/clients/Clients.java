package io.rowlock.bench.kit.clients;

import io.rowlock.bench.kit.local.ProcessorTime;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/**
 * All clients of a run. Not thread-safe.
 *
 * @param <W> what is to be run in a window
 * @param <R> what all clients measured in it
 */
public interface Clients<W, R> extends Closeable {

  /** Runs a window on all clients at once. A failure of one of them ends the run. */
  Measured<R> run(W window) throws IOException;

  /** The settings that a client reports. */
  Map<String, String> settings();

  /** The sum of the clients' results, and the processor time of the window. */
  record Measured<R>(R result, ProcessorTime cpu) {}
}
