package io.rowlock.it.soak;

import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.check.Checker;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/** Checks every row of the database while all clients rest. */
final class Checks {
  private static final int THREADS = 2;
  private static final double NANOS = 1e9;

  private final Connection connection;
  private final Database database;
  private final Clients clients;
  private final List<Check> done = new ArrayList<>();

  /**
   * A check.
   *
   * @param atSecond since the begin of the soak
   * @param seconds that clients rested for it
   * @param broken all lines of the check, if a condition is broken
   */
  record Check(double atSecond, double seconds, String summary, List<String> broken) {
    boolean isPassed() {
      return broken.isEmpty();
    }
  }

  /** Keeps the console free: a soak has many checks. */
  private static final class Silence extends Progress {
    Silence(PrintWriter nowhere) {
      super("soak", nowhere, null);
    }

    @Override
    public void say(String what) {}
  }

  Checks(Connection connection, Database database, Clients clients) {
    this.connection = connection;
    this.database = database;
    this.clients = clients;
  }

  /** Checks once; no client may have a transaction under way. */
  Check perform(double atSecond) throws IOException {
    long begin = System.nanoTime();
    CheckResult result;
    try (Progress silence = new Silence(new PrintWriter(Writer.nullWriter()))) {
      result = new Checker(connection, silence).check(database, clients.ledgers(), THREADS);
    }
    Check check =
        new Check(
            atSecond,
            (System.nanoTime() - begin) / NANOS,
            result.summary(),
            result.isPassed() ? List.of() : result.text());
    done.add(check);
    return check;
  }

  List<Check> done() {
    return List.copyOf(done);
  }
}
