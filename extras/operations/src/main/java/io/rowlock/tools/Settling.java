package io.rowlock.tools;

import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockResolution;
import io.rowlock.operations.LockResolution.Outcome;
import io.rowlock.operations.LockTools;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** Settles the locks of tables, prints the outcomes, and waits for owners that are alive. */
final class Settling {

  private final Request request;
  private final LockTools tools;
  private final boolean isOfAll;
  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private final Deque<LockInfo> held = new ArrayDeque<>();
  private boolean isTableLeftOut;

  /**
   * Begins.
   *
   * @param isOfAll whether tables that are disabled are left out
   */
  Settling(Request request, LockTools tools, boolean isOfAll) {
    this.request = request;
    this.tools = tools;
    this.isOfAll = isOfAll;
  }

  /** Settles a range; of several tables one may be disabled. */
  void settle(LockRange range) throws IOException {
    try {
      tools.resolve(range, this::add, request.terminal()::progress);
    } catch (IOException failed) {
      if (!isOfAll || !isDisabled(failed)) {
        throw failed;
      }
      isTableLeftOut = true;
      request
          .terminal()
          .remark("Left out table '" + range.table() + "': it is disabled, with its locks");
    }
  }

  private static boolean isDisabled(IOException failed) {
    return Throwables.getCausalChain(failed).stream()
        .anyMatch(TableNotEnabledException.class::isInstance);
  }

  private void add(LockResolution result) {
    outcomes.merge(result.outcome(), 1L, Long::sum);
    request.print(LockText.line(result), LockText.json(result));
    if (result.outcome() == Outcome.STILL_HELD) {
      held.add(result.lock());
    }
  }

  /** Waits until no transaction holds a lock any more that it was seen to hold. */
  void await(Duration limit) throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    while (!held.isEmpty() && System.nanoTime() - end < 0) {
      LockInfo lock = held.remove();
      if (!isReleased(lock)) {
        held.add(lock);
        Pause.ofSeconds(1);
      }
    }
  }

  private boolean isReleased(LockInfo lock) throws IOException {
    Optional<LockInfo> now = tools.look(lock.table(), lock.row());
    if (now.isEmpty() || !now.get().transaction().equals(lock.transaction())) {
      return true;
    }
    Optional<LockResolution> result = tools.resolve(now.get());
    boolean isHeld =
        result.map(LockResolution::outcome).filter(Outcome.STILL_HELD::equals).isPresent();
    if (!isHeld) {
      result.ifPresent(this::add);
    }
    return !isHeld;
  }

  /** Prints a summary, and returns whether no lock is left that was met. */
  boolean end() {
    String text = outcomes.isEmpty() ? "There was nothing to settle" : outcomes.toString();
    if (!held.isEmpty()) {
      text += "; " + held.size() + " still held";
    }
    request.terminal().remark(text);
    return held.isEmpty() && !isTableLeftOut && !outcomes.containsKey(Outcome.CANNOT);
  }
}
