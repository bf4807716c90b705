package io.rowlock.bench.kit.clients;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * All clients of a run.
 *
 * @param <W> what describes a window
 */
public interface Clients<W> extends Closeable {

  /** Lets the first clients do their shares at the same time, and returns one share for each. */
  List<Share> run(W window, int clients) throws IOException;

  /** Returns the only client, in this process. */
  static <W> Clients<W> here(Client<W> client) {
    return new Clients<>() {
      @Override
      public List<Share> run(W window, int clients) throws IOException {
        return List.of(Share.measured(client, window));
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }
}
