package io.rowlock.tools;

import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Settles locks. */
final class ResolveCommand implements Command {

  private static final long TIMEOUT_SECONDS = 600;

  @Override
  public String name() {
    return "resolve";
  }

  @Override
  public String arguments() {
    return "TABLE|--all";
  }

  @Override
  public String summary() {
    return "Settles the locks of a table as readers do; status 3 if some are left.";
  }

  @Override
  public String details() {
    return "Finishes committed transactions with all their rows, and aborts those whose owner has"
        + " been silent for a whole lease (rowlock.lease, 5 s), as seen by this program."
        + " Owners that live are left alone; with --wait the command waits for their"
        + " transactions to end. Then everything that was committed before it began is applied,"
        + " and plain readers see it. --all takes every table with locks that this user may alter.";
  }

  @Override
  public Options options() {
    return CommonOptions.withRange(
        new Options()
            .addOption(
                CommonOptions.flag(
                    "dry-run", "report what can be done about each lock, do nothing"))
            .addOption(CommonOptions.flag("all", "settle the locks of all tables"))
            .addOption(
                CommonOptions.flag("wait", "wait until the transactions that it meets have ended"))
            .addOption(
                CommonOptions.value(
                    "timeout", "SECONDS", "with --wait: the longest wait; default 600")));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    Duration timeout = Duration.ofSeconds(request.number("timeout", TIMEOUT_SECONDS));
    requireSense(request);
    List<LockRange> given =
        request.has("all") ? List.of() : List.of(request.range(request.table(0)));
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      List<LockRange> ranges =
          request.has("all")
              ? cluster.admin().tables().stream().map(LockRange::of).toList()
              : given;
      return request.has("dry-run")
          ? examine(request, tools, ranges)
          : resolve(request, tools, ranges, timeout);
    }
  }

  private static void requireSense(Request request) throws UsageException {
    boolean isRange = request.has("start-row") || request.has("stop-row");
    if (request.has("all") && (request.words() > 0 || isRange)) {
      throw new UsageException("--all takes all tables: it needs no TABLE and no range.");
    }
    if (!request.has("all") && request.words() == 0) {
      throw new UsageException("It is 'rowlock resolve TABLE' or 'rowlock resolve --all'.");
    }
    if (request.has("timeout") && !request.has("wait")) {
      throw new UsageException("--timeout is for --wait.");
    }
    request.refuseBoth("wait", "dry-run");
  }

  private static int resolve(
      Request request, LockTools tools, List<LockRange> ranges, Duration timeout)
      throws IOException {
    Settling settling = new Settling(request, tools);
    for (LockRange range : ranges) {
      settling.settle(range);
    }
    if (request.has("wait")) {
      settling.await(timeout);
    }
    return settling.end() ? ExitStatus.GOOD : ExitStatus.FOUND;
  }

  private static int examine(Request request, LockTools tools, List<LockRange> ranges)
      throws IOException {
    long[] unsettled = {0};
    try {
      for (LockRange range : ranges) {
        tools.list(
            range,
            lock -> {
              if (lock.isUnsettled()) {
                unsettled[0]++;
                examine(request, tools, lock);
              }
            },
            request.terminal()::progress);
      }
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
    request.terminal().remark(unsettled[0] + " locks are not stable; nothing was done");
    return unsettled[0] == 0 ? ExitStatus.GOOD : ExitStatus.FOUND;
  }

  private static void examine(Request request, LockTools tools, LockInfo lock) {
    try {
      var found = tools.examine(lock);
      request.print(LockText.line(lock, found), LockText.json(lock, found));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
