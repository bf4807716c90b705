package io.rowlock.history;

import java.util.List;
import java.util.Map;

/**
 * All transactions of a run. What was there before it is recorded as a transaction of its own.
 *
 * @param finalOrders for each key of which the store itself has told it in the end: all that was
 *     ever written to it, oldest first. For a list that is its last content. Where it is missing,
 *     the order of a list is that of its longest read, and the order of a register is what its
 *     transactions have read before they wrote, and what real time tells.
 */
public record History(List<HistoryTransaction> transactions, Map<String, List<Long>> finalOrders) {

  public History(List<HistoryTransaction> transactions) {
    this(transactions, Map.of());
  }
}
