package io.rowlock.it.crash;

import io.rowlock.history.Anomaly;
import io.rowlock.history.History;
import io.rowlock.history.HistoryChecker;
import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.common.collect.HashMultiset;
import org.apache.hbase.thirdparty.com.google.common.collect.Multiset;

/**
 * Judges evidence twice: once by the final content alone, which is simple, and once as a history.
 *
 * @param broken promises, for messages
 * @param anomalies of the history
 */
record Verdict(List<String> broken, List<Anomaly> anomalies) {

  static Verdict of(Evidence evidence) {
    List<String> broken = new ArrayList<>();
    Map<String, Multiset<Long>> lists = new HashMap<>();
    evidence.lists().forEach((key, list) -> lists.put(key, HashMultiset.create(list)));
    for (HistoryTransaction transaction : evidence.transactions()) {
      judge(transaction, lists, broken);
    }
    lists.forEach(
        (key, left) ->
            left.forEach(
                element ->
                    broken.add(element + " is in " + key + ", and no transaction wrote it")));
    evidence.unsettled().forEach(lock -> broken.add("A lock is left: " + lock));
    return new Verdict(
        broken, HistoryChecker.check(new History(evidence.transactions(), evidence.lists())));
  }

  boolean isGood() {
    return broken.isEmpty() && anomalies.isEmpty();
  }

  /** Removes the elements of the transaction from the lists. */
  private static void judge(
      HistoryTransaction transaction, Map<String, Multiset<Long>> lists, List<String> broken) {
    int appends = 0;
    int there = 0;
    for (Step step : transaction.steps()) {
      if (step instanceof Step.Append append) {
        appends++;
        Multiset<Long> list = lists.getOrDefault(append.key(), HashMultiset.create());
        there += list.remove(append.element()) ? 1 : 0;
      }
    }
    boolean may = transaction.outcome() != Outcome.FAIL;
    boolean must = transaction.outcome() == Outcome.OK;
    if (there == 0 ? must && appends > 0 : !may || there < appends) {
      broken.add(
          "%s, whose outcome was %s, has %d of its %d writes there"
              .formatted(transaction, transaction.outcome(), there, appends));
    }
  }
}
