package io.rowlock.history;

import java.util.List;
import java.util.Map;

/**
 * All transactions of a run. A separate transaction contains the state before it.
 *
 * @param finalOrders for each key that the store itself has returned in the end: all values ever
 *     written to it, oldest first; of a transaction's writes to a register, only the last. For a
 *     list that is its last content. Without it, the order of a list is that of its longest read,
 *     and the order of a register follows from what its transactions read before they wrote, and
 *     from real time.
 */
public record History(List<HistoryTransaction> transactions, Map<String, List<Long>> finalOrders) {

  public History(List<HistoryTransaction> transactions) {
    this(transactions, Map.of());
  }
}
