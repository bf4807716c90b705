package io.rowlock.examples;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;

/**
 * An example.
 *
 * @param name what the command line calls it
 * @param purpose what it shows, in a few words
 */
record Example(String name, String purpose, Program program) {

  /** All there are. */
  static final List<Example> ALL =
      List.of(
          new Example("transfer", "money moves between accounts", MoneyTransfer::main),
          new Example("unique", "no two users have the same address", UniqueConstraint::main),
          new Example("index", "a table and its index never differ", SecondaryIndex::main),
          new Example("counter", "everybody counts in the same row", HotCounter::main),
          new Example("queue", "each job is done once", WorkQueue::main),
          new Example("order", "an order over four tables, all or nothing", ManyTableOrder::main),
          new Example("async", "a service of one thread that never blocks", AsyncService::main));

  /**
   * What all examples look like from outside: they make their tables, whose names begin with {@code
   * rowlock_example_}, and say what came of it.
   */
  @FunctionalInterface
  interface Program {
    void main(Connection connection, PrintWriter out) throws Exception;
  }

  static Optional<Example> named(String name) {
    return ALL.stream().filter(example -> example.name.equals(name)).findAny();
  }
}
