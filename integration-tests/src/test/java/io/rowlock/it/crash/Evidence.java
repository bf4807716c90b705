package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction;
import java.util.List;
import java.util.Map;

/**
 * The evidence after a crash test.
 *
 * @param transactions of all clients, and of the final reader
 * @param open the number of transactions whose client died meanwhile
 * @param lists the final content of HBase, by row
 * @param locksLeft by dead clients, before other clients settled them
 * @param unsettled the locks that remain after recovery, for messages
 */
record Evidence(
    List<HistoryTransaction> transactions,
    long open,
    Map<String, List<Long>> lists,
    long locksLeft,
    List<String> unsettled) {}
