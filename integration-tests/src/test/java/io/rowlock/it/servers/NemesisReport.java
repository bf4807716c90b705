package io.rowlock.it.servers;

import io.rowlock.history.History;
import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.kit.faults.Fault;
import java.util.List;
import java.util.Map;

/**
 * The result of a {@link NemesisRun}.
 *
 * @param refused number of strikes that HBase refused
 * @param wrong results that a strictly serializable store cannot have, as text
 * @param locksMet number of locks that were held after the clients had stopped, before readers
 *     settled them
 * @param locksLeft number of locks after that
 */
record NemesisReport(
    History history,
    List<String> wrong,
    int rawReads,
    Map<Nemesis.Strike, Integer> strikes,
    int refused,
    Map<Fault, Integer> faults,
    int lateDeliveries,
    int killedClients,
    int locksMet,
    int locksLeft) {

  long count(Outcome outcome) {
    return history.transactions().stream().filter(t -> t.outcome() == outcome).count();
  }

  @Override
  public String toString() {
    return """
    servers: %s, %d refused by HBase
    requests: %s, %d delivered late; clients killed: %d
    transactions: %d committed, %d in conflict or given up, %d unknown, with %d reads and writes
    keys: %d, the longest with %d writes; raw reads: %d
    anomalies: %d
    locks: %d held when the clients had stopped, %d left after a reader had met them\
    """
        .formatted(
            strikes,
            refused,
            faults,
            lateDeliveries,
            killedClients,
            count(Outcome.OK),
            count(Outcome.FAIL),
            count(Outcome.INFO),
            history.transactions().stream()
                .map(HistoryTransaction::steps)
                .mapToInt(List::size)
                .sum(),
            history.finalOrders().size(),
            history.finalOrders().values().stream().mapToInt(List::size).max().orElse(0),
            rawReads,
            wrong.size(),
            locksMet,
            locksLeft);
  }
}
