package io.rowlock.tools;

import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists locks. */
@Command(
    name = "locks",
    description = {
      "Lists the locks of a table that are not stable; status 3 if there are any.",
      "A table in use always has some, of transactions under way. The age is the servers' time"
          + " minus the lock time, which comes from the owner's clock; 'seen unchanged' is measured"
          + " by this program alone, and begins at zero: use --observe or --watch to let it grow."
          + " --watch ends when it is interrupted (status 130), or when its output is closed (141)."
    })
final class LocksCommand extends RowlockCommand {

  private static final long DEFAULT_INTERVAL_SECONDS = 2;

  /** The last line of a small terminal must be the summary. */
  private static final int MOST_ON_TERMINAL = 20;

  @Parameters(paramLabel = "TABLE")
  private TableName table;

  @Option(names = "--all", description = "stable locks, too")
  private boolean all;

  @Option(
      names = "--observe",
      paramLabel = "SECONDS",
      description = "list, wait so long, and show a second list")
  private long observe;

  @Option(names = "--watch", description = "list again and again, until interrupted")
  private boolean watch;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      description = "with --watch: between two lists; default 2")
  private long interval;

  @Mixin private RangeOptions rows;

  private long shown;

  @Override
  boolean run() throws IOException {
    refuse(watch && observe > 0, "--watch observes anyway: it needs no --observe");
    refuse(!watch && interval > 0, "--interval is for --watch");
    LockRange range = rows.of(table);
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      while (watch) { // until an exception ends it
        look(tools, range, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        Pause.ofSeconds(interval > 0 ? interval : DEFAULT_INTERVAL_SECONDS);
      }
      if (observe > 0) {
        tools.list(range, lock -> {}, request.terminal()::progress);
        Pause.ofSeconds(observe);
      }
      LockListing listing =
          new LockListing(all, lock -> request.print(LockText.line(lock), LockText.json(lock)));
      tools.list(range, listing::add, request.terminal()::progress);
      request.terminal().remark(listing.summary());
      return listing.unsettled() == 0;
    }
  }

  /** A terminal shows only the latest list; in a pipe the lists follow each other. */
  private void look(LockTools tools, LockRange range, Instant time) throws IOException {
    shown = 0;
    Terminal terminal = request.terminal();
    long most = terminal.redraws() ? MOST_ON_TERMINAL : Long.MAX_VALUE;
    LockListing listing = new LockListing(all, lock -> show(lock, time, most));
    if (!request.isJson()) {
      terminal.startFrame();
      terminal.print(time + ": locks of table '" + table + "'");
    }
    tools.list(range, listing::add);
    if (shown > most) {
      terminal.print(String.format("... and %,d more", shown - most));
    }
    JsonObject summary = Json.of("table", table, "locks", listing.locks());
    summary.addProperty("unsettled", listing.unsettled());
    request.print(listing.summary(), timed(summary, time));
  }

  private void show(LockInfo lock, Instant time, long most) {
    if (++shown <= most || request.isJson()) {
      request.print(LockText.line(lock), timed(LockText.json(lock), time));
    }
  }

  private static JsonObject timed(JsonObject json, Instant time) {
    json.addProperty("time", time.toEpochMilli());
    return json;
  }
}
