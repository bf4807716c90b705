package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/** The observers of transactions that commit as one. */
record CombinedObserver(List<TransactionObserver> observers) implements TransactionObserver {

  /** The first observer begins last: the work starts within its phase. */
  @Override
  public Watch begin(Phase phase) {
    Watch all = work -> work;
    for (TransactionObserver observer : Lists.reverse(observers)) {
      Watch outer = all;
      Observed inner = Observed.begin(phase, observer);
      all = work -> outer.end(inner.end(work));
    }
    return all;
  }

  @Override
  public void commitsAs(TransactionId id, int first) {
    for (int i = 0; i < observers.size(); i++) {
      TransactionObserver observer = observers.get(i);
      int place = first + i;
      Observed.report(() -> observer.commitsAs(id, place));
    }
  }

  @Override
  public void commitsAgain() {
    observers.forEach(observer -> Observed.report(observer::commitsAgain));
  }
}
