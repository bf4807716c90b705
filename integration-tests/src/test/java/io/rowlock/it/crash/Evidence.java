package io.rowlock.it.crash;

import io.rowlock.history.HistoryTransaction;
import java.util.List;
import java.util.Map;

/**
 * What is known after a crash test.
 *
 * @param transactions of all clients, and of the one that came after them
 * @param open how many transactions were under way when their clients died
 * @param lists as HBase holds them in the end, by row
 * @param locksLeft by the dead, before anybody settled them
 * @param unsettled the locks that are still there after recovery, for people
 */
record Evidence(
    List<HistoryTransaction> transactions,
    long open,
    Map<String, List<Long>> lists,
    long locksLeft,
    List<String> unsettled) {}
