package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.crash.LedgerLine.Begin;
import io.rowlock.it.crash.LedgerLine.End;
import io.rowlock.it.crash.LedgerLine.Ready;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ledgers of all clients, as one history.
 *
 * @param open how many transactions were under way when their clients died
 */
record Ledgers(List<HistoryTransaction> transactions, long open) {

  static Ledgers of(List<ClientProcess> clients) throws IOException {
    List<HistoryTransaction> all = new ArrayList<>();
    long open = 0;
    for (ClientProcess client : clients) {
      List<LedgerLine> lines = LedgerFile.read(client.ledger());
      requireOneClock(client, lines);
      all.addAll(transactions(lines));
      open += count(lines, Begin.class) - count(lines, End.class);
    }
    return new Ledgers(all, open);
  }

  private static long count(List<LedgerLine> lines, Class<? extends LedgerLine> kind) {
    return lines.stream().filter(kind::isInstance).count();
  }

  /** Order in real time is told by {@code System.nanoTime()} of many processes. */
  private static void requireOneClock(ClientProcess client, List<LedgerLine> lines)
      throws IOException {
    if (!lines.isEmpty()) {
      long ready = ((Ready) lines.get(0)).nanos();
      if (ready < client.launchedNanos() || ready > System.nanoTime()) {
        throw new IOException("Processes of this machine do not share the clock of nanoTime()");
      }
    }
  }

  /** One that was open when its client died may have committed, or not. */
  static List<HistoryTransaction> transactions(List<LedgerLine> lines) {
    Map<Long, HistoryTransaction> transactions = new LinkedHashMap<>();
    for (LedgerLine line : lines) {
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
