package io.rowlock.it.conformance;

import java.util.List;
import org.apache.hadoop.hbase.client.Table;

/**
 * One call on a table, with its arguments.
 *
 * @param text for people
 * @param options drawn for it
 */
record Call(String text, List<String> options, Use use) {

  /** What is done with the table. */
  @FunctionalInterface
  interface Use {

    /**
     * Makes the call.
     *
     * @return what it answers; null for nothing
     */
    Object of(Table table) throws Throwable;
  }

  /** The same for calls that answer nothing. */
  @FunctionalInterface
  interface Silent {
    void of(Table table) throws Throwable;
  }

  static Use silent(Silent use) {
    return table -> {
      use.of(table);
      return null;
    };
  }
}
