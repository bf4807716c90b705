package io.rowlock.it.conformance;

import java.util.List;
import org.apache.hadoop.hbase.client.Table;

/**
 * One call on a table, with its arguments.
 *
 * @param text for messages
 * @param options that were drawn for it
 */
record Call(String text, List<String> options, Use use) {

  /** A call of a method of the table. */
  @FunctionalInterface
  interface Use {

    /**
     * Makes the call.
     *
     * @return the answer; null if there is none
     */
    Object of(Table table) throws Throwable;
  }

  /** A call without an answer. */
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
