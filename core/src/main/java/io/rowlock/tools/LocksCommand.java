package io.rowlock.tools;

import io.rowlock.LockInfo;
import io.rowlock.LockRange;
import io.rowlock.LockTools;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Lists locks. */
final class LocksCommand implements Command {

  @Override
  public String name() {
    return "locks";
  }

  @Override
  public String arguments() {
    return "TABLE";
  }

  @Override
  public String summary() {
    return "Lists the locks of a table that are not stable; status 3 when there are any.";
  }

  @Override
  public String details() {
    return "On a table in use there are always some, of transactions under way. The age is the"
        + " servers' time less the lock time, which the owner's clock has set; 'seen unchanged' is"
        + " measured by this program alone, and begins at zero: use --observe to let it grow.";
  }

  @Override
  public Options options() {
    return CommonOptions.withRange(new Options())
        .addOption(CommonOptions.flag("all", "stable locks, too"))
        .addOption(
            CommonOptions.value(
                "observe", "SECONDS", "look, wait so long, and show a second look"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    LockRange range = request.range(request.table(0));
    long seconds = request.has("observe") ? request.number("observe", 1) : 0;
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      if (seconds > 0) {
        tools.list(range, lock -> {}, request.terminal()::progress);
        pause(seconds);
      }
      Listing listing = new Listing(request);
      tools.list(range, listing::add, request.terminal()::progress);
      return listing.end();
    }
  }

  private static void pause(long seconds) throws IOException {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted between two looks");
    }
  }

  /** Prints and counts. */
  private static final class Listing {

    private final Request request;
    private long locks;
    private long unsettled;

    Listing(Request request) {
      this.request = request;
    }

    void add(LockInfo lock) {
      locks++;
      unsettled += lock.isUnsettled() ? 1 : 0;
      if (lock.isUnsettled() || request.has("all")) {
        request.print(LockText.line(lock), LockText.json(lock));
      }
    }

    int end() {
      request.terminal().remark(String.format("%,d of %,d locks are not stable", unsettled, locks));
      return unsettled == 0 ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
  }
}
