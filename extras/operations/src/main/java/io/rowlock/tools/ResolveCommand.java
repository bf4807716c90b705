package io.rowlock.tools;

import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Settles locks. */
@Command(
    name = "resolve",
    customSynopsis = {"rowlock resolve [OPTIONS] TABLE", "rowlock resolve [OPTIONS] --all"},
    description = {
      "Settles the locks of a table as readers do; status 3 if some are left.",
      "Finishes committed transactions with all their rows, and aborts those whose owner has been"
          + " silent for a whole lease (rowlock.lease, 5 s), as seen by this program. Owners that"
          + " live are left alone; with --wait the command waits for their transactions to end."
          + " Then everything that was committed before it began is applied, and plain readers see"
          + " it. --all takes every table with locks that this user may alter."
    })
final class ResolveCommand extends RowlockCommand {

  private static final long DEFAULT_TIMEOUT_SECONDS = 600;

  @Parameters(paramLabel = "TABLE", arity = "0..1")
  private @Nullable TableName table;

  @Option(names = "--dry-run", description = "report what can be done about each lock, do nothing")
  private boolean dryRun;

  @Option(names = "--all", description = "settle the locks of all tables")
  private boolean all;

  @Option(names = "--wait", description = "wait until the transactions that it meets have ended")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "with --wait: the longest wait; default 600")
  private long timeout;

  @Mixin private RangeOptions rows;

  @Override
  boolean run() throws IOException {
    refuse(
        all && (table != null || rows.isGiven()),
        "--all takes all tables: it needs no TABLE and no range");
    refuse(!all && table == null, "It is 'rowlock resolve TABLE' or 'rowlock resolve --all'");
    refuse(!wait && timeout > 0, "--timeout is for --wait");
    refuse(wait && dryRun, "--wait and --dry-run contradict each other");
    @Nullable LockRange given = table == null ? null : rows.of(table);
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      List<LockRange> ranges =
          given == null
              ? cluster.admin().tables().stream().map(LockRange::of).toList()
              : List.of(given);
      return dryRun ? examine(tools, ranges) : resolve(tools, ranges);
    }
  }

  private boolean resolve(LockTools tools, List<LockRange> ranges) throws IOException {
    Settling settling = new Settling(request, tools, all);
    for (LockRange range : ranges) {
      settling.settle(range);
    }
    if (wait) {
      settling.await(Duration.ofSeconds(timeout > 0 ? timeout : DEFAULT_TIMEOUT_SECONDS));
    }
    return settling.end();
  }

  private boolean examine(LockTools tools, List<LockRange> ranges) throws IOException {
    LockListing listing = new LockListing(false, lock -> examine(tools, lock));
    try {
      for (LockRange range : ranges) {
        tools.list(range, listing::add, request.terminal()::progress);
      }
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
    request.terminal().remark(listing.unsettled() + " locks are not stable; nothing was done");
    return listing.unsettled() == 0;
  }

  private void examine(LockTools tools, LockInfo lock) {
    try {
      var found = tools.examine(lock);
      request.print(LockText.line(lock, found), LockText.json(lock, found));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
