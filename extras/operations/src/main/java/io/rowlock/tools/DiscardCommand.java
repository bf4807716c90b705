package io.rowlock.tools;

import io.rowlock.operations.LockDiagnosis;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Discards a lock that no client can settle. */
@Command(
    name = "discard",
    description = {
      "Discards a lock that can never be settled, after naming the loss.",
      "Without --yes it asks on a terminal, and otherwise is a dry run. It discards only cells that"
          + " are no lock, and locks of transactions whose table or family was dropped; any other"
          + " lock is refused with status 3: use 'resolve'. ROW may contain binary bytes as \\x00."
    })
final class DiscardCommand extends RowlockCommand {

  @Parameters(paramLabel = "TABLE")
  private TableName table;

  @Parameters(paramLabel = "ROW")
  private Bytes row;

  @Option(names = "--yes", description = "do it without asking")
  private boolean yes;

  @Option(names = "--dry-run", description = "only report what would be lost")
  private boolean dryRun;

  @Override
  boolean run() throws IOException {
    refuse(row.getLength() == 0, "A row key is never empty");
    refuse(yes && dryRun, "--yes and --dry-run contradict each other");
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      Optional<LockInfo> lock = tools.look(table, row.get()).filter(LockInfo::isUnsettled);
      if (lock.isEmpty()) {
        request.terminal().remark("No transaction holds the row: there is nothing to discard");
        return true;
      }
      return discard(tools, lock.get());
    }
  }

  private boolean discard(LockTools tools, LockInfo lock) throws IOException {
    LockDiagnosis found = tools.examine(lock);
    boolean isConfirmed = found.isDiscardable() && isConfirmed(lock, found);
    if (isConfirmed) {
      found = tools.discard(lock, found);
    }
    var json = LockText.json(lock, found);
    json.addProperty("discarded", isConfirmed);
    request.print((isConfirmed ? "DISCARDED " : "KEPT ") + LockText.line(lock, found), json);
    if (found.isDiscardable() && !isConfirmed) {
      request.terminal().remark("Nothing was done; repeat it with --yes to discard the lock");
    }
    return found.isDiscardable();
  }

  private boolean isConfirmed(LockInfo lock, LockDiagnosis found) {
    if (yes || dryRun) {
      return yes;
    }
    return "discard"
        .equals(
            request.terminal().ask(LockText.line(lock, found) + "\nType 'discard' to discard it:"));
  }
}
