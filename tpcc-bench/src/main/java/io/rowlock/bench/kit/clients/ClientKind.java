package io.rowlock.bench.kit.clients;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * What a client of a command does. Windows and results travel as JSON.
 *
 * @param <W> what is to be run in a window
 * @param <R> what a client measured in it
 */
public interface ClientKind<W, R> {

  Class<W> windows();

  Class<R> results();

  /** Adds the results of two clients of the same window. */
  R sum(R one, R other);

  /** Connects a client to tables that exist. */
  WindowClient<W, R> open(Assignment assignment) throws IOException;

  /**
   * The place of a client among all clients.
   *
   * @param configuration of its connections
   * @param number counted from 0
   * @param clients all of them
   */
  record Assignment(Configuration configuration, int number, int clients) {

    /** A seed of its own; the first client's is the seed itself. */
    public long seed(long seed) {
      return seed + ((long) number << Integer.SIZE);
    }

    /** Its share of threads that are spread over all clients. */
    public int share(int threads) {
      return threads / clients + (number < threads % clients ? 1 : 0);
    }
  }
}
