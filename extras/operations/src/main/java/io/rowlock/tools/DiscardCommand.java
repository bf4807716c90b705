package io.rowlock.tools;

import io.rowlock.operations.LockDiagnosis;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Discards a lock that no client can settle. */
final class DiscardCommand implements Command {

  @Override
  public String name() {
    return "discard";
  }

  @Override
  public String arguments() {
    return "TABLE ROW";
  }

  @Override
  public String summary() {
    return "Discards a lock that can never be settled, after naming the loss.";
  }

  @Override
  public String details() {
    return "Without --yes it asks on a terminal, and otherwise is a dry run. It discards only cells"
        + " that are no lock, and locks of transactions whose table or family was dropped; any"
        + " other lock is refused with status 3: use 'resolve'. ROW may contain binary bytes as"
        + " \\x00.";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(CommonOptions.flag("yes", "do it without asking"))
        .addOption(CommonOptions.flag("dry-run", "only report what would be lost"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    TableName table = request.table(0);
    byte[] row = request.row(1);
    request.refuseBoth("yes", "dry-run");
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      Optional<LockInfo> lock = tools.look(table, row).filter(LockInfo::isUnsettled);
      if (lock.isEmpty()) {
        request.terminal().remark("No transaction holds the row: there is nothing to discard");
        return ExitStatus.GOOD;
      }
      return discard(request, tools, lock.get());
    }
  }

  private static int discard(Request request, LockTools tools, LockInfo lock) throws IOException {
    LockDiagnosis found = tools.examine(lock);
    boolean isConfirmed = found.isDiscardable() && isConfirmed(request, lock, found);
    if (isConfirmed) {
      found = tools.discard(lock, found);
    }
    var json = LockText.json(lock, found);
    json.addProperty("discarded", isConfirmed);
    request.print((isConfirmed ? "DISCARDED " : "KEPT ") + LockText.line(lock, found), json);
    if (found.isDiscardable() && !isConfirmed) {
      request.terminal().remark("Nothing was done; repeat it with --yes to discard the lock");
    }
    return found.isDiscardable() ? ExitStatus.GOOD : ExitStatus.FOUND;
  }

  private static boolean isConfirmed(Request request, LockInfo lock, LockDiagnosis found) {
    if (request.has("yes") || request.has("dry-run")) {
      return request.has("yes");
    }
    return "discard"
        .equals(
            request.terminal().ask(LockText.line(lock, found) + "\nType 'discard' to discard it:"));
  }
}
