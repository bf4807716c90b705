package io.rowlock.bench.kit.clients;

import java.io.Closeable;
import java.io.IOException;

/**
 * One client of the cluster, which does its share of each window.
 *
 * @param <W> what describes a window; JSON carries it to other processes
 */
public interface Client<W> extends Closeable {

  /** Returns the class of windows. */
  Class<W> windowType();

  /** Does this client's share of a window, from now on, and returns when it is finished. */
  Share run(W window) throws IOException;
}
