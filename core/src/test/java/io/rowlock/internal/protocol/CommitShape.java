package io.rowlock.internal.protocol;

import java.util.List;
import java.util.function.Consumer;

/**
 * The kinds of transactions that take different paths through the protocol. Each appends a letter
 * to the rows that it writes. Rows a, b, c and r exist before, row n does not.
 */
@SuppressWarnings("ImmutableEnumChecker") // lambdas without state
enum CommitShape {
  SINGLE_ROW(tx -> tx.update("a", "T"), "a"),
  SINGLE_BLIND_ROW(tx -> tx.append("a", "T"), "a"),
  NEW_ROW(tx -> tx.update("n", "T"), "n"),
  TWO_ROWS(tx -> tx.update("a", "T").update("b", "T"), "a", "b"),
  NEW_AND_OLD_ROW(tx -> tx.update("n", "T").update("b", "T"), "b", "n"),
  THREE_BLIND_ROWS(tx -> tx.append("a", "T").append("b", "T").append("c", "T"), "a", "b", "c"),
  READ_AND_BLIND_ROW(tx -> tx.update("a", "T").append("b", "T"), "a", "b"),
  SINGLE_ROW_VALIDATED(
      tx -> {
        tx.get("r");
        tx.update("a", "T");
      },
      "a"),
  TWO_ROWS_VALIDATED(
      tx -> {
        tx.get("r");
        tx.update("a", "T").update("b", "T");
      },
      "a",
      "b"),
  RANGE_VALIDATED(
      tx -> {
        tx.scan("r", "s");
        tx.update("a", "T").append("b", "T");
      },
      "a",
      "b"),
  ROW_INTO_EMPTY_RANGE(
      tx -> {
        tx.scan("m", "o");
        tx.append("n", "T").append("b", "T");
      },
      "b",
      "n");

  static final List<String> ROWS = List.of("a", "b", "c", "n", "r");

  private final Consumer<ScriptedTransaction> calls;
  private final List<String> written;

  CommitShape(Consumer<ScriptedTransaction> calls, String... written) {
    this.calls = calls;
    this.written = List.of(written);
  }

  /** Makes the calls of the user, up to the commit. */
  void callsOn(ScriptedTransaction tx) {
    calls.accept(tx);
  }

  /** Returns whether it reads something, which no other transaction may write before the commit. */
  boolean reads() {
    return this != SINGLE_BLIND_ROW && this != THREE_BLIND_ROWS;
  }

  /** Returns the written rows. */
  List<String> written() {
    return written;
  }
}
