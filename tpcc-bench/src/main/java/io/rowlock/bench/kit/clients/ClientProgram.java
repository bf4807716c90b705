package io.rowlock.bench.kit.clients;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * A command whose clients may be processes of their own; it has a constructor without parameters.
 */
public interface ClientProgram {

  /**
   * Opens a client. In a process of its own the options have been parsed before, and the tables
   * exist.
   *
   * @param configuration finds the cluster
   * @param number from 0: each client makes choices of its own
   */
  Client<?, ?> openClient(Configuration configuration, int number) throws IOException;
}
