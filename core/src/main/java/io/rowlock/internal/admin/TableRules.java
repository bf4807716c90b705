package io.rowlock.internal.admin;

import io.rowlock.TableFinding;
import io.rowlock.UnsafeTableException;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.TableFlaws;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;

/** Defines which settings of a table are compatible with transactions. */
public final class TableRules {

  private static final String TIMESTAMP_SLOP = "hbase.hregion.keyvalue.timestamp.slop.millisecs";

  private TableRules() {}

  /** Returns all findings about a table that should be transactional. */
  public static List<TableFinding> verify(TableDescriptor table) {
    List<TableFinding> findings = new ArrayList<>();
    if (lockFamily(table) == null) {
      findings.add(notEnabled("COLUMN_FAMILIES", "it has no column family '" + LockFamily.name()));
    }
    if (Floor.of(table).isEmpty()) {
      findings.add(notEnabled(Floor.KEY, "its descriptor has no usable value '" + Floor.KEY));
    }
    findings.addAll(settings(table));
    if (table.isReadOnly()) {
      findings.add(
          TableFinding.error(
              "READONLY", "while the table is READONLY, transactions can only read it"));
    }
    if (Transactional.isRaised(table)) {
      findings.add(
          TableFinding.warning(
              Floor.RAISED_KEY,
              "its floor was raised, and perhaps not every client knows the new one: wait for the"
                  + " 'rowlock enable' under way (TransactionAdmin.enable), or repeat it if it was"
                  + " broken off"));
    }
    return findings;
  }

  /**
   * Refuses a table that enabling cannot make safe.
   *
   * @throws UnsafeTableException if there is a setting that only its owner may change
   */
  public static void refuseUnsafe(TableDescriptor table) throws UnsafeTableException {
    List<TableFinding> errors = settings(table).stream().filter(TableFinding::isError).toList();
    if (!errors.isEmpty()) {
      throw new UnsafeTableException(table.getTableName(), errors);
    }
  }

  public static @Nullable ColumnFamilyDescriptor lockFamily(TableDescriptor table) {
    return table.getColumnFamily(LockColumn.family());
  }

  private static TableFinding notEnabled(String setting, String what) {
    return TableFinding.error(
        setting, what + "': enable it with 'rowlock enable' (TransactionAdmin.enable)");
  }

  private static List<TableFinding> settings(TableDescriptor table) {
    List<TableFinding> findings = new ArrayList<>();
    if (Transactional.isClosed(table)) {
      findings.add(
          TableFinding.error(
              Transactional.DISABLING_KEY,
              "it is being disabled for transactions, and takes no commits any more: finish that"
                  + " with 'rowlock disable' (RowlockOperations.disable); afterwards it can be"
                  + " enabled again"));
    }
    TableFlaws.of(table)
        .forEach(flaw -> findings.add(TableFinding.error(flaw.setting(), flaw.message())));
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (LockColumn.isFamily(family.getName())) {
        findings.addAll(LockFamily.check(family));
      } else {
        checkUserFamily(family, findings);
      }
    }
    checkDurability(table, findings);
    checkSlop(table, findings);
    return findings;
  }

  private static void checkUserFamily(ColumnFamilyDescriptor family, List<TableFinding> findings) {
    String name = family.getNameAsString();
    if (family.getTimeToLive() != HConstants.FOREVER) {
      String message =
          "family '%s' has a TTL: its cells expire without a transaction, unnoticed by their"
              + " readers";
      findings.add(TableFinding.warning(name + ".TTL", message.formatted(name)));
    }
  }

  private static void checkDurability(TableDescriptor table, List<TableFinding> findings) {
    Durability durability = table.getDurability();
    if (durability == Durability.SKIP_WAL || durability == Durability.ASYNC_WAL) {
      String message =
          "the table's DURABILITY is %s: transactions write with SYNC_WAL nevertheless";
      findings.add(TableFinding.warning("DURABILITY", message.formatted(durability)));
    }
  }

  private static void checkSlop(TableDescriptor table, List<TableFinding> findings) {
    @Nullable String slop = table.getValue(TIMESTAMP_SLOP);
    if (slop != null) {
      String message =
          "the servers refuse cells that are more than %s ms ahead of their clocks: commits right"
              + " after enabling, or from a client whose clock is ahead, may be refused until the"
              + " servers' clocks have caught up";
      findings.add(TableFinding.warning(TIMESTAMP_SLOP, message.formatted(slop)));
    }
  }
}
