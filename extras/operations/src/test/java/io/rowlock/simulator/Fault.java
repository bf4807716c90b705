package io.rowlock.simulator;

import java.util.Locale;

/** Everything that can go wrong in a simulated run, each with an option of its name. */
public enum Fault {
  /** A request never arrives; the caller waits for its timeout. */
  LOST_REQUEST(Scope.MESSAGE),
  /** A request takes effect, and its caller waits for its timeout. */
  LOST_REPLY(Scope.MESSAGE),
  /** A request takes effect long after its caller's timeout. */
  LATE_REQUEST(Scope.MESSAGE),
  /** A request arrives twice, and its caller gets the second answer. */
  DUPLICATE(Scope.MESSAGE),
  /** A request is answered, and arrives once more long after. */
  REPEATED_LATER(Scope.MESSAGE),
  /** The answer to a request takes long. */
  SLOW_REPLY(Scope.MESSAGE),
  /** A server turns requests away until the store gives up, or for a while. */
  BUSY_SERVER(Scope.MESSAGE),
  /** A write is answered "not equal" by a server that has lost the row's region. */
  STALE_ANSWER(Scope.MESSAGE),
  /** A read is answered from an earlier state by a server that has lost the row's region. */
  STALE_READ(Scope.MESSAGE),
  /** For a while every write of one client meets the same fault, and perhaps its reads as well. */
  OUTAGE(Scope.CLIENT),
  /** One client's writes to one row fail again and again. */
  STUBBORN_ROW(Scope.CLIENT),
  /** A region moves to another server. */
  REGION_MOVE(Scope.SERVER),
  /** A region is split. */
  REGION_SPLIT(Scope.SERVER),
  /** Two regions are merged. */
  REGION_MERGE(Scope.SERVER),
  /** Hidden puts are dropped. */
  FLUSH(Scope.SERVER),
  /** Delete markers are dropped. */
  COMPACTION(Scope.SERVER),
  /** A server takes long to answer for a while. */
  SLOW_SERVER(Scope.SERVER),
  /** A server stops, loses its regions, wakes, and serves them as they were until it notices. */
  PAUSED_SERVER(Scope.SERVER),
  /** A server's clock is behind; it stamps what comes without a timestamp. */
  SERVER_CLOCK_BEHIND(Scope.SERVER),
  /** A vacuum's sweep deletes what its mark has recorded before. */
  VACUUM(Scope.CLIENT),
  /** An operator settles locks while their owners are running. */
  OPERATOR(Scope.CLIENT),
  /** A client crashes at one of its requests. */
  CRASH(Scope.CLIENT),
  /** A client pauses at one of its requests, possibly for longer than its lease. */
  CLIENT_PAUSE(Scope.CLIENT),
  /** A client's clock is wrong. */
  CLOCK_SKEW(Scope.CLIENT),
  /** A client's clock jumps, forwards or backwards. */
  CLOCK_JUMP(Scope.CLIENT),
  /** A client treats others as dead sooner, or later, than they expect. */
  UNEVEN_LEASE(Scope.CLIENT),
  /** A write takes effect, and another coprocessor answers that it is refused. */
  REFUSED_REPLY(Scope.MESSAGE),
  /** A table takes no writes for a while. */
  READ_ONLY_TABLE(Scope.TABLE),
  /** A family is added to a table. */
  FAMILY_ADDED(Scope.TABLE),
  /** A family is dropped with all its cells, and added again. */
  FAMILY_DROPPED(Scope.TABLE),
  /** A client's user may not read, or not write, one of the families. */
  MISSING_PERMISSION(Scope.CLIENT);

  /** Where faults strike. */
  enum Scope {
    MESSAGE,
    SERVER,
    TABLE,
    CLIENT
  }

  private final Scope scope;

  Fault(Scope scope) {
    this.scope = scope;
  }

  boolean strikes(Scope where) {
    return scope == where;
  }

  /** Returns the name on the command line. */
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the fault of an option.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Fault of(String option) {
    for (Fault fault : values()) {
      if (fault.option().equals(option)) {
        return fault;
      }
    }
    throw new IllegalArgumentException("no such fault: " + option);
  }
}
