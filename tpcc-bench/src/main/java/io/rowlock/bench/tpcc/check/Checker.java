package io.rowlock.bench.tpcc.check;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.population.Loader.LoadProgress;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Workers;
import io.rowlock.operations.LockResolution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Checks a database at rest: locks that are left over are settled, and then every row is read, by
 * plain HBase and by a transaction.
 */
public record Checker(Connection connection, Progress progress) {
  /** The unit of {@link Progress}. */
  public static final String UNIT = LoadProgress.UNIT;

  /** An estimate of the total for {@link Progress}. */
  public static long total(Database database) {
    return LoadProgress.total(database.layout(), database.origin().scale());
  }

  /**
   * Checks a database without writers. Ledgers are files, or directories of runs.
   *
   * @throws IOException when it cannot be read, was not loaded to the end, or a ledger is none
   */
  public CheckResult check(Database database, List<Path> ledgers, int threads) throws IOException {
    if (!database.isComplete()) {
      throw new IOException(
          "The TPC-C database of the layout '%s' is not complete; run bench tpcc prepare"
              .formatted(database.layout().name()));
    }
    Scale scale = database.origin().scale();
    LedgerClaims claims = LedgerClaims.read(ledgers, scale);
    Findings findings = startingWith(scale);
    List<TableName> tables =
        database.layout().tables(scale.warehouses(), 1).stream().map(TablePlan::name).toList();
    try (Workers workers = new Workers(threads);
        TransactionManager transactions = TransactionManager.create(connection)) {
      progress.say("settling locks");
      Map<LockResolution.Outcome, Long> settled =
          LockSettling.run(connection, database.layout(), tables, workers, findings);
      Scans scans =
          new Scans(
              database.layout(),
              RowSource.plain(connection),
              RowSource.transactional(transactions),
              new CheckProgress(progress));
      new Audit(database.layout(), new Population(database.origin()), scans, claims, findings)
          .run(workers);
      return CheckResult.of(database, settled, claims, findings);
    }
  }

  /** Returns a line for each condition and warehouse, even without any row. */
  static Findings startingWith(Scale scale) {
    Findings findings = new Findings();
    for (Condition condition : Condition.values()) {
      switch (condition) {
        case E4, E7 -> findings.examine(condition, Findings.ALL, 0);
        case E8 -> {}
        default -> {
          for (int w = 1; w <= scale.warehouses(); w++) {
            findings.examine(condition, w, 0);
          }
        }
      }
    }
    return findings;
  }

  /** Reports how many rows were checked. Thread-safe. */
  static final class CheckProgress {
    private static final int ROWS = 1_000;

    private final Progress progress;
    private long done;

    CheckProgress(Progress progress) {
      this.progress = progress;
    }

    synchronized void count() {
      done++;
      if (done % ROWS == 0) {
        progress.begin("checking rows", "checking rows");
        progress.end(1);
      }
    }
  }
}
