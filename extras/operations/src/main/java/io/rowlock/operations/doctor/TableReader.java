package io.rowlock.operations.doctor;

import io.rowlock.internal.admin.TableRules;
import io.rowlock.operations.GuardReport;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** Reads the state of tables. */
record TableReader(Admin admin, RowlockOperations operations) {

  /** Returns all tables that this user may see, in the order of their names. */
  List<TableStatus> all() throws IOException {
    return statuses(admin.listTableDescriptors());
  }

  /** Returns these tables, in the order of their names. */
  List<TableStatus> named(Set<TableName> tables) throws IOException {
    List<TableDescriptor> descriptors = new ArrayList<>();
    for (TableName table : tables) {
      descriptors.add(admin.getDescriptor(table));
    }
    return statuses(descriptors);
  }

  private List<TableStatus> statuses(List<TableDescriptor> descriptors) throws IOException {
    List<TableStatus> statuses = new ArrayList<>();
    for (TableDescriptor table : descriptors) {
      status(table).ifPresent(statuses::add);
    }
    statuses.sort(Comparator.comparing(TableStatus::table));
    return statuses;
  }

  private Optional<TableStatus> status(TableDescriptor table) throws IOException {
    try {
      boolean isOnline = admin.isTableEnabled(table.getTableName());
      return Optional.of(new TableStatus(table, isOnline, guard(table)));
    } catch (TableNotFoundException droppedMeanwhile) {
      return Optional.empty();
    }
  }

  private Optional<GuardReport> guard(TableDescriptor table) throws IOException {
    if (TableRules.lockFamily(table) == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(operations.planGuard(table.getTableName(), Set.of()));
    } catch (AccessDeniedException needsAdmin) {
      return Optional.empty();
    }
  }
}
