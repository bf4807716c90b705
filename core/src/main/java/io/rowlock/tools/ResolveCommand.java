package io.rowlock.tools;

import io.rowlock.admin.LockInfo;
import io.rowlock.admin.LockRange;
import io.rowlock.admin.LockResolution;
import io.rowlock.admin.LockTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Settles locks. */
final class ResolveCommand implements Command {

  @Override
  public String name() {
    return "resolve";
  }

  @Override
  public String arguments() {
    return "TABLE";
  }

  @Override
  public String summary() {
    return "Settles the locks of a table as readers do; status 3 if some are left.";
  }

  @Override
  public String details() {
    return "Finishes committed transactions with all their rows, and aborts those whose owner has"
        + " been silent for a whole lease (rowlock.lease, 5 s), as seen by this program."
        + " Owners that live are left alone.";
  }

  @Override
  public Options options() {
    return CommonOptions.withRange(new Options())
        .addOption(
            CommonOptions.flag("dry-run", "report what can be done about each lock, do nothing"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    LockRange range = request.range(request.table(0));
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      return request.has("dry-run")
          ? examine(request, tools, range)
          : resolve(request, tools, range);
    }
  }

  private static int resolve(Request request, LockTools tools, LockRange range) throws IOException {
    Map<LockResolution.Outcome, Long> outcomes = new EnumMap<>(LockResolution.Outcome.class);
    tools.resolve(
        range,
        result -> {
          outcomes.merge(result.outcome(), 1L, Long::sum);
          request.print(LockText.line(result), LockText.json(result));
        },
        request.terminal()::progress);
    request.terminal().remark(outcomes.isEmpty() ? "There was nothing to settle" : "" + outcomes);
    boolean isLeft =
        outcomes.containsKey(LockResolution.Outcome.STILL_HELD)
            || outcomes.containsKey(LockResolution.Outcome.CANNOT);
    return isLeft ? ExitStatus.FOUND : ExitStatus.GOOD;
  }

  private static int examine(Request request, LockTools tools, LockRange range) throws IOException {
    long[] unsettled = {0};
    try {
      tools.list(
          range,
          lock -> {
            if (lock.isUnsettled()) {
              unsettled[0]++;
              examine(request, tools, lock);
            }
          },
          request.terminal()::progress);
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
