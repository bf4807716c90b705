package io.rowlock.operations.doctor;

import io.rowlock.admin.ScanProgress;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import io.rowlock.operations.doctor.TableStatus.State;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.security.User;

/** Examines one area after the other; a failure of one does not stop the others. */
final class Examination {

  private final Connection connection;
  private final Admin admin;
  private final LongSupplier clock;
  private final Consumer<ClusterFinding> found;
  private final Consumer<ScanProgress> progress;
  private OptionalLong serversTime = OptionalLong.empty();
  private long locks;
  private long unsettled;

  Examination(
      Connection connection,
      Admin admin,
      LongSupplier clock,
      Consumer<ClusterFinding> found,
      Consumer<ScanProgress> progress) {
    this.connection = connection;
    this.admin = admin;
    this.clock = clock;
    this.found = found;
    this.progress = progress;
  }

  /** One part of the report. */
  @FunctionalInterface
  private interface Part {
    void run() throws IOException;
  }

  void run(Set<TableName> named, boolean withLocks) throws IOException {
    TableReader reader = new TableReader(admin, RowlockOperations.create(connection));
    List<TableStatus> seen = named.isEmpty() ? reader.all() : reader.named(named);
    List<TableStatus> tables =
        named.isEmpty()
            ? seen.stream().filter(table -> table.state() != State.PLAIN).toList()
            : seen;
    part(Area.CLOCKS, this::examineServers);
    part(Area.PERMISSIONS, () -> examinePermissions(seen, tables, named.isEmpty()));
    tables.forEach(table -> TableFindings.of(table, serversTime).forEach(found));
    found.accept(TableFindings.summary(seen));
    if (withLocks) {
      part(Area.LOCKS, () -> examineLocks(tables));
    }
  }

  private void part(Area area, Part part) throws IOException {
    try {
      part.run();
    } catch (InterruptedIOException interrupted) {
      throw interrupted;
    } catch (IOException failed) {
      found.accept(
          ClusterFinding.ofCluster(
              Severity.WARNING,
              area,
              "not examined",
              String.valueOf(failed.getMessage()),
              "this part of the report is missing",
              "rowlock doctor"));
    }
  }

  private void examineServers() throws IOException {
    long before = clock.getAsLong();
    ClusterMetrics metrics =
        admin.getClusterMetrics(
            EnumSet.of(ClusterMetrics.Option.HBASE_VERSION, ClusterMetrics.Option.LIVE_SERVERS));
    long after = clock.getAsLong();
    serversTime =
        metrics.getLiveServerMetrics().values().stream()
            .mapToLong(ServerMetrics::getReportTimestamp)
            .filter(time -> time > 0)
            .max();
    VersionFindings.of(metrics).findings().forEach(found);
    ClockFindings.of(ClockLead.of(metrics, before, after)).forEach(found);
  }

  private void examinePermissions(List<TableStatus> seen, List<TableStatus> tables, boolean isAll)
      throws IOException {
    PermissionFindings permissions =
        new PermissionFindings(admin, User.getCurrent().getShortName());
    permissions.of(tables).forEach(found);
    if (isAll) {
      permissions.hidden(seen).ifPresent(found);
    }
  }

  private void examineLocks(List<TableStatus> tables) throws IOException {
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      for (TableStatus table : tables) {
        if (table.isOnline() && table.hasLocks()) {
          part(Area.LOCKS, () -> examineLocks(tools, table.table()));
        }
      }
    }
    String message = "this many locks are not stable; those of running transactions come and go";
    found.accept(ClusterFinding.note(Area.LOCKS, "locks", unsettled + " of " + locks, message));
  }

  private void examineLocks(LockTools tools, TableName table) throws IOException {
    OldLocks old = new OldLocks(table);
    tools.list(LockRange.of(table), old::add, progress);
    locks += old.locks();
    unsettled += old.unsettled();
    old.findings(tools::examine).forEach(found);
  }
}
