package io.rowlock.bench.kit.clients;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * All clients of a run.
 *
 * @param <W> what describes a window
 * @param <S> what one client has done in a window
 */
public interface Clients<W, S> extends Closeable {

  /** Lets the first clients do their shares at the same time, and returns one share for each. */
  List<S> run(W window, int clients) throws IOException;

  /** Returns the only client, in this process. */
  static <W, S> Clients<W, S> here(Client<W, S> client) {
    return new Clients<>() {
      @Override
      public List<S> run(W window, int clients) throws IOException {
        return List.of(client.run(window));
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }
}
