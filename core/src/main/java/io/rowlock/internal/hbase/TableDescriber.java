package io.rowlock.internal.hbase;

import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.TableFlaws;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableSortedSet;
import org.jspecify.annotations.Nullable;

/** Reads the facts of a table from its descriptor. */
record TableDescriber(Descriptors descriptors, Endpoints endpoints, AccessRights rights) {

  /** The key of the floor in the descriptor, in decimal milliseconds. */
  static final String FLOOR_KEY = "rowlock.floor";

  /** The key of the mark that the table is being disabled for transactions. */
  static final String DISABLING_KEY = "rowlock.disabling";

  /** Enabling a table never sets a higher floor. */
  private static final long HIGHEST_FLOOR = Long.MAX_VALUE / 2;

  CompletableFuture<TableFacts> describe(TableName table) {
    return descriptors
        .of(table)
        .thenCompose(
            descriptor -> {
              endpoints.note(descriptor);
              NavigableSet<byte[]> families = families(descriptor);
              return rights
                  .denied(table, families, Permission.Action.WRITE)
                  .thenCombine(
                      rights.denied(table, families, Permission.Action.READ),
                      (denied, hidden) -> facts(descriptor, denied, hidden));
            });
  }

  private static TableFacts facts(
      TableDescriptor descriptor, NavigableSet<byte[]> denied, NavigableSet<byte[]> hidden) {
    try {
      return new TableFacts(
          descriptor.getTableName(),
          families(descriptor),
          oneVersion(descriptor),
          floor(descriptor),
          durability(descriptor),
          denied,
          hidden,
          flaws(descriptor),
          descriptor.getValue(DISABLING_KEY) != null);
    } catch (IOException malformed) {
      throw new CompletionException(malformed);
    }
  }

  private static NavigableSet<byte[]> families(TableDescriptor descriptor) {
    return ImmutableSortedSet.copyOf(Bytes.BYTES_COMPARATOR, descriptor.getColumnFamilyNames());
  }

  /**
   * Returns the families that keep no cell after a later write to its column. {@code VERSIONS}
   * limits {@code MIN_VERSIONS} too; under a {@code TTL} the earlier cell expires first.
   */
  private static NavigableSet<byte[]> oneVersion(TableDescriptor descriptor) {
    return Arrays.stream(descriptor.getColumnFamilies())
        .filter(family -> family.getMaxVersions() == 1)
        .filter(family -> family.getKeepDeletedCells() == KeepDeletedCells.FALSE)
        .map(ColumnFamilyDescriptor::getName)
        .collect(ImmutableSortedSet.toImmutableSortedSet(Bytes.BYTES_COMPARATOR));
  }

  private static List<String> flaws(TableDescriptor descriptor) {
    List<String> flaws = new ArrayList<>();
    TableFlaws.of(descriptor).forEach(flaw -> flaws.add(flaw.message()));
    if (descriptor.getValue(FLOOR_KEY) == null) {
      flaws.add(
          "enabling it was not completed, its descriptor has no value '"
              + FLOOR_KEY
              + "': repeat 'rowlock enable' (TransactionAdmin.enable)");
    }
    if (descriptor.isReadOnly()) {
      flaws.add(
          "it is READONLY: alter '%s', READONLY => 'false'"
              .formatted(descriptor.getTableName().getNameAsString()));
    }
    return flaws;
  }

  private static long floor(TableDescriptor descriptor) throws IOException {
    @Nullable String text = descriptor.getValue(FLOOR_KEY);
    if (text == null) {
      return 0;
    }
    try {
      long floor = Long.parseLong(text);
      if (floor >= 0 && floor <= HIGHEST_FLOOR) {
        return floor;
      }
    } catch (NumberFormatException notANumber) {
      throw malformedFloor(descriptor, text, notANumber);
    }
    throw malformedFloor(descriptor, text, null);
  }

  private static IOException malformedFloor(
      TableDescriptor descriptor, String text, @Nullable Throwable cause) {
    String message =
        "Table '%s' has the value '%s' under '%s' in its descriptor, which is not a number of"
            + " milliseconds that leaves room for later ones; remove it and enable the table anew";
    String table = descriptor.getTableName().getNameAsString();
    return new DoNotRetryIOException(message.formatted(table, text, FLOOR_KEY), cause);
  }

  private static Durability durability(TableDescriptor descriptor) {
    return descriptor.getDurability() == Durability.FSYNC_WAL
        ? Durability.FSYNC_WAL
        : Durability.SYNC_WAL;
  }
}
