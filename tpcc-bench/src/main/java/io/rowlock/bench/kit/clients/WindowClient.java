package io.rowlock.bench.kit.clients;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/**
 * One client, which runs the windows of a benchmark one after the other.
 *
 * @param <W> what is to be run in a window
 * @param <R> what a client measured in it
 */
public interface WindowClient<W, R> extends Closeable {

  /** Returns when nothing is under way that an earlier window has begun. */
  void prepare(W window) throws IOException;

  /** Runs a window, and returns when all that it has begun has ended, in the background too. */
  R run(W window) throws IOException;

  /** Settings that explain the figures, by what they belong to. */
  default Map<String, String> settings() {
    return Map.of();
  }
}
