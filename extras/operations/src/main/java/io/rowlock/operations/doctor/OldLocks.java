package io.rowlock.operations.doctor;

import io.rowlock.operations.LockDiagnosis;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** The locks of one table that are not stable, and are older than any live transaction's. */
final class OldLocks {

  /**
   * No clock of a client is further off, and no commit takes as long. A hold or a long transaction
   * may: it is then a warning without a problem.
   */
  private static final Duration OLD = Duration.ofMinutes(10);

  private static final int MOST_EXAMINED = 20;

  private final TableName table;
  private final List<LockInfo> first = new ArrayList<>();
  private long locks;
  private long unsettled;
  private long old;
  private long suspects;
  private @Nullable LockInfo oldest;

  OldLocks(TableName table) {
    this.table = table;
  }

  /** Finds out what can be done about a lock. */
  @FunctionalInterface
  interface Examiner {
    LockDiagnosis examine(LockInfo lock) throws IOException;
  }

  long locks() {
    return locks;
  }

  long unsettled() {
    return unsettled;
  }

  void add(LockInfo lock) {
    locks++;
    if (!lock.isUnsettled()) {
      return;
    }
    unsettled++;
    boolean isOld = age(lock).compareTo(OLD) > 0;
    if (isOld && lock.state() != LockInfo.State.CORRUPT) {
      old++;
      oldest = oldest == null || age(lock).compareTo(age(oldest)) > 0 ? lock : oldest;
    }
    if (isOld || lock.state() == LockInfo.State.CORRUPT) {
      suspects++;
      if (first.size() < MOST_EXAMINED) {
        first.add(lock);
      }
    }
  }

  private static Duration age(LockInfo lock) {
    return lock.age().orElse(Duration.ZERO);
  }

  List<ClusterFinding> findings(Examiner examiner) throws IOException {
    List<ClusterFinding> findings = new ArrayList<>();
    for (LockInfo lock : first) {
      LockDiagnosis diagnosis = examiner.examine(lock);
      if (diagnosis.isDiscardable() || lock.state() == LockInfo.State.CORRUPT) {
        findings.add(stuck(lock, diagnosis));
      }
    }
    if (oldest != null) {
      findings.add(old(oldest));
    }
    if (suspects > first.size()) {
      findings.add(notExamined());
    }
    return findings;
  }

  private ClusterFinding stuck(LockInfo lock, LockDiagnosis diagnosis) {
    String row = "'" + Bytes.toStringBinary(lock.row()).replace("'", "'\\''") + "'";
    String command =
        diagnosis.isDiscardable()
            ? "discard " + table + " " + row
            : "resolve " + table + " --dry-run";
    return finding(
        Severity.ERROR,
        "lock of row " + row,
        lock.state() + ", age " + age(lock).toSeconds() + " s",
        "no client can settle it: " + diagnosis.explanation(),
        "rowlock " + command);
  }

  private ClusterFinding old(LockInfo lock) {
    String message =
        "this many of %d locks that are not stable are older than %d minutes. The oldest holds row '%s', for"
            + " transaction %s. Their owners are dead, or hold rows for long; clients that meet them"
            + " settle them, but none has met them";
    return finding(
        Severity.WARNING,
        "old locks",
        old + ", the oldest for " + age(lock).toSeconds() + " s",
        message.formatted(
            unsettled,
            OLD.toMinutes(),
            Bytes.toStringBinary(lock.row()),
            lock.transaction().orElse("unknown")),
        "rowlock resolve " + table);
  }

  private ClusterFinding notExamined() {
    return finding(
        Severity.WARNING,
        "locks that were not examined",
        String.valueOf(suspects - first.size()),
        "more locks are old or cannot be decoded than are examined one by one",
        "rowlock resolve " + table + " --dry-run");
  }

  private ClusterFinding finding(
      Severity severity, String setting, String value, String message, String command) {
    return new ClusterFinding(
        severity, Area.LOCKS, Optional.of(table), setting, value, message, command);
  }
}
