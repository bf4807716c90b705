package io.rowlock.operations;

import java.util.Locale;

/**
 * The progress of one step of {@link RowlockOperations#disable}, or of {@link LockTools#sweep}. A
 * step may be repeated.
 *
 * @param step the step
 * @param done units that are finished
 * @param all the number of units: regions, seconds or locks
 */
public record Progress(Step step, long done, long all) {

  /** The steps. */
  public enum Step {
    /** Looks for timestamps ahead of the servers' clocks, region by region. */
    SCANNING("looking for timestamps from the future: %,d of %,d regions done"),
    /** Looks for locks that must be settled, region by region; only of a plan. */
    COUNTING("looking for locks to settle: %,d of %,d regions done"),
    /** Settles locks, region by region: of the table, and of others with locks that name it. */
    SETTLING("settling locks: %,d of %,d regions done"),
    /** HBase reopens the regions, so that a change of the table takes effect. */
    REOPENING("%,d of %,d regions reopened"),
    /** Waits until no client commits any more, in seconds. */
    WAITING_FOR_CLIENTS("waiting until no client commits any more: %,d of %,d s"),
    /** Waits until the servers' clocks have passed every timestamp in the table, in seconds. */
    WAITING_FOR_CLOCKS("waiting until plain writes are visible: %,d of %,d s"),
    /** Deletes locks that a vacuum has marked. */
    SWEEPING("%,d of %,d marked locks done");

    private final String format;

    Step(String format) {
      this.format = format;
    }
  }

  /** Returns a description for people. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, step.format, done, all);
  }
}
