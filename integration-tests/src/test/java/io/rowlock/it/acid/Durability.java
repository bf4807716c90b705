package io.rowlock.it.acid;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.check.Checker;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Clause 3.5.4: all that clients got as committed is there after a crash. A client of Rowlock's is
 * part of what manages transactions, so that its death is an instantaneous interruption.
 */
record Durability(
    EmbeddedHBase hbase, Connection connection, AcidPlan plan, Trials trials, PrintWriter err) {
  private static final int CHECKERS = 4;

  /** Runs the test; the directory is for the ledgers. */
  void run(Database database, Path directory) throws IOException {
    long before = orders(database);
    try (Crash crash = new Crash(hbase, plan, database.layout(), directory, err)) {
      RunProcess spared = crash.run();
      find(database, "survivor", () -> requireGood(spared));
      // The locks left over are settled first: this is the recovery, by a fresh client.
      find(database, "check", () -> check(database, crash.ledgers()));
      find(
          database,
          "orders",
          () -> requireAll(before, orders(database), crash.ledgers(), crash.killedTerminals()));
    }
  }

  private void find(Database database, String what, Question question) {
    trials.run("Durability", what, database.layout().name(), () -> Optional.of(question.answer()));
  }

  /** A check of the test. */
  @FunctionalInterface
  private interface Question {
    String answer() throws IOException;
  }

  private static String requireGood(RunProcess spared) {
    Violation.unless(
        spared.exitStatus() == 0, "%s has ended with status %d", spared, spared.exitStatus());
    return "a client has worked on while others and a region server were killed";
  }

  private String check(Database database, List<Path> ledgers) throws IOException {
    try (Progress progress =
        Progress.start("tpcc acid, durability", Checker.total(database), Checker.UNIT, err)) {
      CheckResult result = new Checker(connection, progress).check(database, ledgers, CHECKERS);
      Violation.unless(
          result.isPassed(),
          "%s; %s",
          result.summary(),
          result.failed().stream().map(Object::toString).collect(Collectors.joining("; ")));
      return "%s, %s, locks left over: %s"
          .formatted(result.summary(), result.ledger(), result.settledLocks());
    }
  }

  /** The sum of D_NEXT_O_ID. */
  private long orders(Database database) throws IOException {
    Scale scale = database.origin().scale();
    try (Client client =
        Client.open(
            plan.mode, hbase.configuration(), database.layout(), RetryPolicy.ofDefaults())) {
      return client.run(NewOrder.nextOrders(scale)).result();
    }
  }

  /** Transactions in no ledger: one for each killed terminal, and those of unknown outcome. */
  private static String requireAll(long before, long after, List<Path> ledgers, int terminals)
      throws IOException {
    long committed = newOrders(ledgers, Ledger.Outcome.COMMITTED);
    long unknown = newOrders(ledgers, Ledger.Outcome.UNKNOWN);
    long more = after - before - committed;
    String story =
        "count1=%d count2=%d, %d committed New-Orders in the ledgers, %d more of at most %d"
            .formatted(before, after, committed, more, terminals + unknown);
    Violation.unless(committed > 0 && more >= 0 && more <= terminals + unknown, "%s", story);
    return story;
  }

  private static long newOrders(List<Path> ledgers, Ledger.Outcome outcome) throws IOException {
    String begin = Kind.NEW_ORDER + "," + outcome + ",";
    long count = 0;
    for (Path ledger : ledgers) {
      count += Ledger.readLines(ledger).stream().filter(line -> line.startsWith(begin)).count();
    }
    return count;
  }
}
