package io.rowlock.tools;

import io.rowlock.operations.LockInfo;
import java.util.Locale;
import java.util.function.Consumer;

/** Passes on the locks to be shown, and counts all of them. */
final class LockListing {

  private final boolean showsAll;
  private final Consumer<LockInfo> show;
  private long locks;
  private long unsettled;

  LockListing(boolean showsAll, Consumer<LockInfo> show) {
    this.showsAll = showsAll;
    this.show = show;
  }

  void add(LockInfo lock) {
    locks++;
    unsettled += lock.isUnsettled() ? 1 : 0;
    if (lock.isUnsettled() || showsAll) {
      show.accept(lock);
    }
  }

  long locks() {
    return locks;
  }

  long unsettled() {
    return unsettled;
  }

  String summary() {
    return String.format(Locale.ROOT, "%,d of %,d locks are not stable", unsettled, locks);
  }
}
