package io.rowlock.janusgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.locking.PermanentLockingException;
import org.janusgraph.diskstorage.util.KeyColumn;
import org.janusgraph.diskstorage.util.StaticArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The values that JanusGraph's locks of a transaction require. No lock is written: the transaction
 * reads the values before its first write, and its commit validates the reads. Thread-safe.
 */
final class ExpectedValues {

  private record Claim(String family, KeyColumn column) {

    Get get() {
      return new Get(bytes(column.getKey()))
          .addColumn(Bytes.toBytes(family), bytes(column.getColumn()));
    }

    private static byte[] bytes(StaticBuffer buffer) {
      return buffer.as(StaticBuffer.ARRAY_FACTORY);
    }
  }

  private final Map<Claim, Optional<StaticBuffer>> claims = new LinkedHashMap<>();
  private boolean isChecked;

  /**
   * Adds a lock; only the first one of a column counts.
   *
   * @param expected null if the column must not exist
   */
  synchronized void add(
      String family, StaticBuffer key, StaticBuffer column, @Nullable StaticBuffer expected)
      throws PermanentLockingException {
    if (isChecked) {
      throw new PermanentLockingException(
          "A lock after the first write of a transaction: acquire all locks before");
    }
    claims.putIfAbsent(
        new Claim(family, new KeyColumn(key, column)), Optional.ofNullable(expected));
  }

  /**
   * Reads the values, the first time only.
   *
   * @param table of the transaction, with reads that its commit validates
   * @throws PermanentLockingException if one differs
   */
  synchronized void check(Table table) throws BackendException {
    if (!isChecked && !claims.isEmpty()) {
      compare(read(table));
    }
    isChecked = true;
  }

  private Result[] read(Table table) throws BackendException {
    List<Get> gets = claims.keySet().stream().map(Claim::get).toList();
    try {
      return table.get(gets);
    } catch (IOException failure) {
      BackendException translated = BackendFailures.ofCall(failure);
      throw translated instanceof PermanentLockingException
          ? new PermanentLockingException(
              "Expected value mismatch for a row that has changed since it was read: "
                  + failure.getMessage(),
              failure)
          : translated;
    }
  }

  private void compare(Result[] results) throws PermanentLockingException {
    List<Claim> inOrder = new ArrayList<>(claims.keySet());
    for (int i = 0; i < results.length; i++) {
      Claim claim = inOrder.get(i);
      Optional<StaticBuffer> actual =
          Optional.ofNullable(results[i].value()).map(StaticArrayBuffer::of);
      if (!actual.equals(claims.get(claim))) {
        throw new PermanentLockingException(
            "Expected value mismatch for %s of family '%s': expected %s, found %s"
                .formatted(claim.column(), claim.family(), claims.get(claim), actual));
      }
    }
  }
}
