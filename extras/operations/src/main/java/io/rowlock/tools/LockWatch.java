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
  private final int most;

  LockWatch(Request request, LockTools tools, LockRange range) {
    this.request = request;
    this.tools = tools;
    this.range = range;
    this.most = request.terminal().redraws() ? MOST_ON_TERMINAL : Integer.MAX_VALUE;
  }

  /** Lists locks until an exception occurs. */
  int run(long seconds) throws IOException {
    while (true) {
      look();
      Pause.ofSeconds(seconds);
    }
  }

  private void look() throws IOException {
    new Round(Instant.now().truncatedTo(ChronoUnit.MILLIS)).show();
  }

  /** One listing. */
  private final class Round {

    private final Instant time;
    private long shown;

    Round(Instant time) {
      this.time = time;
    }

    void show() throws IOException {
      LockListing listing = new LockListing(request.has("all"), this::show);
      if (!request.has("json")) {
        request.terminal().startFrame();
        request.terminal().print(time + ": locks of table '" + range.table() + "'");
      }
      tools.list(range, listing::add);
      if (shown > most) {
        request.terminal().print(String.format("... and %,d more", shown - most));
      }
      request.print(listing.summary(), summary(listing));
    }

    private void show(LockInfo lock) {
      if (++shown <= most || request.has("json")) {
        request.print(LockText.line(lock), timed(LockText.json(lock)));
      }
    }

    private JsonObject summary(LockListing listing) {
      JsonObject json = new JsonObject();
      json.addProperty("table", range.table().getNameAsString());
      json.addProperty("locks", listing.locks());
      json.addProperty("unsettled", listing.unsettled());
      return timed(json);
    }

    private JsonObject timed(JsonObject json) {
      json.addProperty("time", time.toEpochMilli());
      return json;
    }
  }
}
