package io.rowlock.operations;

import io.rowlock.TableFinding;
import io.rowlock.admin.ScanProgress;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.operations.Progress.Step;
import io.rowlock.operations.maintenance.LockView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Settles the locks that need the lock family of a table: those of the table, and those of other
 * tables that name one of its rows, as their primary or as a secondary. Without the family no
 * client could decide or finish their transactions. Another table that is offline is in the way,
 * because its locks cannot be read. Tables that this user may not see are left out.
 */
record LockSettlement(Admin admin, LockTools tools, TableName table, Consumer<Progress> listener) {

  /** Settles what it finds. */
  Pass pass() throws IOException {
    Pass pass = new Pass();
    for (Part part : parts(pass)) {
      tools.resolve(LockRange.of(part.table()), part.which(), pass::add, report(Step.SETTLING));
    }
    return pass;
  }

  /** Finds what a pass would find. Changes nothing. */
  Pass forecast() throws IOException {
    Pass pass = new Pass();
    for (Part part : parts(pass)) {
      tools.each(
          LockRange.of(part.table()),
          lock -> {
            if (lock.isUnsettled() && part.which().test(lock.view())) {
              pass.add(lock, tools.advice(lock));
            }
          },
          report(Step.COUNTING));
    }
    return pass;
  }

  /** The locks that one pass has found not to be stable. */
  static final class Pass {

    private long found;
    private long left;
    private Optional<String> example = Optional.empty();
    private Optional<String> hopeless = Optional.empty();

    private void add(LockResolution lock) {
      found++;
      if (!lock.isSettled()) {
        left++;
        example = Optional.of(describe(lock.lock(), lock.detail()));
      }
      if (lock.outcome() == LockResolution.Outcome.CANNOT) {
        hopeless = example;
      }
    }

    private void add(LockInfo lock, Optional<String> advice) {
      found++;
      hopeless = advice.map(text -> describe(lock, text)).or(() -> hopeless);
    }

    private void addOffline(TableName other) {
      hopeless =
          Optional.of(
              "table '"
                  + other.getNameAsString()
                  + "' is offline, and its locks may name rows of this table: bring it online, or"
                  + " drop it");
    }

    private static String describe(LockInfo lock, String detail) {
      return "the " + lock + " cannot be settled: " + detail;
    }

    /** Returns the number of locks, whether they are settled now or not. */
    long found() {
      return found;
    }

    /** Returns whether nothing is left, and nothing was there. */
    boolean isClear() {
      return found == 0 && hopeless.isEmpty();
    }

    /** Returns why a person must act first; empty if that is not necessary. */
    Optional<TableFinding> obstacle() {
      return hopeless.map(message -> TableFinding.error("LOCKS", message));
    }

    /** Returns a description for people, with one lock that is left as an example. */
    @Override
    public String toString() {
      String why = hopeless.or(() -> example).map(text -> "; " + text).orElse("");
      return "%s locks were not stable, %s of them are left%s".formatted(found, left, why);
    }
  }

  /** A table, and which of its locks count. */
  private record Part(TableName table, Predicate<LockView> which) {}

  private List<Part> parts(Pass pass) throws IOException {
    List<Part> parts = new ArrayList<>();
    if (TableRules.lockFamily(admin.getDescriptor(table)) != null) {
      parts.add(new Part(table, lock -> true));
    }
    for (TableDescriptor other : admin.listTableDescriptors()) {
      TableName name = other.getTableName();
      if (TableRules.lockFamily(other) == null || name.equals(table)) {
        continue;
      }
      if (admin.isTableEnabled(name)) {
        parts.add(new Part(name, lock -> lock.names(table)));
      } else {
        pass.addOffline(name);
      }
    }
    return parts;
  }

  private Consumer<ScanProgress> report(Step step) {
    return progress ->
        listener.accept(new Progress(step, progress.regionsDone(), progress.regions()));
  }
}
