package io.rowlock.bench.kit.clients;

import java.io.Closeable;
import java.io.IOException;

/**
 * One client of the cluster, which does its share of each window. JSON carries windows and shares
 * between processes.
 *
 * @param <W> what describes a window
 * @param <S> what one client has done in a window
 */
public interface Client<W, S> extends Closeable {

  /** Returns the class of windows. */
  Class<W> windowType();

  /** Does this client's share of a window, from now on, and returns when it is finished. */
  S run(W window) throws IOException;
}
