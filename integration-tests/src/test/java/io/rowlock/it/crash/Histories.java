package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.crash.HistoryLine.Begin;
import io.rowlock.it.crash.HistoryLine.End;
import io.rowlock.it.crash.HistoryLine.Ready;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The histories of all clients, joined to one.
 *
 * @param open the number of transactions whose client died meanwhile
 */
record Histories(List<HistoryTransaction> transactions, long open) {

  static Histories of(List<HistoryProcess> clients) throws IOException {
    List<HistoryTransaction> all = new ArrayList<>();
    long open = 0;
    for (HistoryProcess client : clients) {
      List<HistoryLine> lines = HistoryFile.read(client.file());
      requireOneClock(client, lines);
      all.addAll(transactions(lines));
      open += count(lines, Begin.class) - count(lines, End.class);
    }
    return new Histories(all, open);
  }

  private static long count(List<HistoryLine> lines, Class<? extends HistoryLine> kind) {
    return lines.stream().filter(kind::isInstance).count();
  }

  /** The order in real time relies on {@code System.nanoTime()} of many processes. */
  private static void requireOneClock(HistoryProcess client, List<HistoryLine> lines)
      throws IOException {
    if (!lines.isEmpty()) {
      long ready = ((Ready) lines.get(0)).nanos();
      if (ready < client.launchedNanos() || ready > System.nanoTime()) {
        throw new IOException("Processes of this machine do not share the clock of nanoTime()");
      }
    }
  }

  /** Returns the transactions of a client; an open one may have committed or not. */
  static List<HistoryTransaction> transactions(List<HistoryLine> lines) {
    Map<Long, HistoryTransaction> transactions = new LinkedHashMap<>();
    for (HistoryLine line : lines) {
      if (line instanceof Begin begin) {
        transactions.put(begin.id(), open(begin));
      } else if (line instanceof End end) {
        transactions.compute(end.id(), (id, open) -> ended(open, end));
      }
    }
    return List.copyOf(transactions.values());
  }

  private static HistoryTransaction open(Begin begin) {
    return new HistoryTransaction(
        "T" + begin.id(),
        begin.process(),
        begin.nanos(),
        Long.MAX_VALUE,
        Outcome.INFO,
        begin.appends());
  }

  private static HistoryTransaction ended(HistoryTransaction open, End end) {
    return new HistoryTransaction(
        open.name(),
        open.process(),
        open.beginNanos(),
        end.outcome() == Outcome.INFO ? Long.MAX_VALUE : end.nanos(),
        end.outcome(),
        end.steps());
  }
}
