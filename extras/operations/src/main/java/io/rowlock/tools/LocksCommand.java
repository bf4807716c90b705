package io.rowlock.tools;

import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Lists locks. */
final class LocksCommand implements Command {

  private static final long DEFAULT_INTERVAL_SECONDS = 2;

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
    return "Lists the locks of a table that are not stable; status 3 if there are any.";
  }

  @Override
  public String details() {
    return "A table in use always has some, of transactions under way. The age is the servers' time"
        + " minus the lock time, which comes from the owner's clock; 'seen unchanged' is measured"
        + " by this program alone, and begins at zero: use --observe or --watch to let it grow."
        + " --watch ends when it is interrupted (status 130), or when its output is closed (141).";
  }

  @Override
  public Options options() {
    return CommonOptions.withRange(new Options())
        .addOption(CommonOptions.flag("all", "stable locks, too"))
        .addOption(
            CommonOptions.value("observe", "SECONDS", "list, wait so long, and show a second list"))
        .addOption(CommonOptions.flag("watch", "list again and again, until interrupted"))
        .addOption(
            CommonOptions.value(
                "interval", "SECONDS", "with --watch: between two lists; default 2"));
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    LockRange range = request.range(request.table(0));
    long observe = request.has("observe") ? request.number("observe", 1) : 0;
    long interval = request.number("interval", DEFAULT_INTERVAL_SECONDS);
    refuseContradictions(request);
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      if (request.has("watch")) {
        return new LockWatch(request, tools, range).run(interval);
      }
      if (observe > 0) {
        tools.list(range, lock -> {}, request.terminal()::progress);
        Pause.ofSeconds(observe);
      }
      return list(request, tools, range);
    }
  }

  private static void refuseContradictions(Request request) throws UsageException {
    if (request.has("watch") && request.has("observe")) {
      throw new UsageException("--watch observes anyway: it needs no --observe.");
    }
    if (request.has("interval") && !request.has("watch")) {
      throw new UsageException("--interval is for --watch.");
    }
  }

  private static int list(Request request, LockTools tools, LockRange range) throws IOException {
    LockListing listing =
        new LockListing(
            request.has("all"), lock -> request.print(LockText.line(lock), LockText.json(lock)));
    tools.list(range, listing::add, request.terminal()::progress);
    request.terminal().remark(listing.summary());
    return listing.unsettled() == 0 ? ExitStatus.GOOD : ExitStatus.FOUND;
  }
}
