package io.rowlock.tools;

import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Lists locks again and again, until the user ends the program or its output is closed. A terminal
 * shows only the latest list; in a pipe the lists follow each other.
 */
final class LockWatch {

  /** The last line of a small terminal must be the summary. */
  static final int MOST_ON_TERMINAL = 20;

  private final Request request;
  private final LockTools tools;
  private final LockRange range;
  private final boolean showsAll;
  private final int most;
  private long shown;

  LockWatch(Request request, LockTools tools, LockRange range, boolean showsAll) {
    this.request = request;
    this.tools = tools;
    this.range = range;
    this.showsAll = showsAll;
    this.most = request.terminal().redraws() ? MOST_ON_TERMINAL : Integer.MAX_VALUE;
  }

  /** Lists locks until an exception occurs. */
  void run(long seconds) throws IOException {
    while (true) {
      look(Instant.now().truncatedTo(ChronoUnit.MILLIS));
      Pause.ofSeconds(seconds);
    }
  }

  private void look(Instant time) throws IOException {
    shown = 0;
    LockListing listing = new LockListing(showsAll, lock -> show(lock, time));
    if (!request.isJson()) {
      request.terminal().startFrame();
      request.terminal().print(time + ": locks of table '" + range.table() + "'");
    }
    tools.list(range, listing::add);
    if (shown > most) {
      request.terminal().print(String.format("... and %,d more", shown - most));
    }
    JsonObject summary = Json.of("table", range.table(), "locks", listing.locks());
    summary.addProperty("unsettled", listing.unsettled());
    request.print(listing.summary(), timed(summary, time));
  }

  private void show(LockInfo lock, Instant time) {
    if (++shown <= most || request.isJson()) {
      request.print(LockText.line(lock), timed(LockText.json(lock), time));
    }
  }

  private static JsonObject timed(JsonObject json, Instant time) {
    json.addProperty("time", time.toEpochMilli());
    return json;
  }
}
