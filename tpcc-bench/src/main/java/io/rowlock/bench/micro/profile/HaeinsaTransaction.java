package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.LostException;
import io.rowlock.bench.micro.profile.HaeinsaLock.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;

/**
 * A transaction by the published algorithm of Haeinsa (2013), for measurements. It sends one RPC
 * after the other: 3N + 2M + 1 for N written rows and M rows that are only read, 2N + M + 1 of them
 * in the commit.
 *
 * <p>As published, a read of a row includes its lock; a row that is written first needs a get for
 * its lock. The prewrite stores the new values: first the primary row, then the others in the order
 * of their hashes. Then the locks of rows that were only read are compared, the primary row is
 * committed, the secondary rows are made stable, and the primary row is made stable last. A
 * transaction that meets a lock reads it three times more without a pause, and then gives up.
 *
 * <p>The benchmark does not need, and this class does not have: the recovery of transactions whose
 * client died, deletes, scans, reads of own writes, and the shortcuts for single rows and for
 * transactions that only read. Not thread-safe.
 */
final class HaeinsaTransaction {
  private static final int LOOKS = 4;

  private final Table table;
  private final Map<ByteBuffer, HaeinsaRow> rows = new LinkedHashMap<>();

  HaeinsaTransaction(Table table) {
    this.table = table;
  }

  Result get(Get get) throws IOException {
    Get withLock = HaeinsaLock.addTo(new Get(get));
    for (int look = 0; look < LOOKS; look++) {
      Result result = table.get(withLock);
      HaeinsaLock lock = HaeinsaLock.in(result);
      if (lock.isStable()) {
        rows.putIfAbsent(ByteBuffer.wrap(get.getRow()), new HaeinsaRow(table, get.getRow(), lock));
        return result;
      }
    }
    throw new LostException("A row is locked by another transaction");
  }

  /** Called once for each row. */
  void put(Put put) throws IOException {
    ByteBuffer key = ByteBuffer.wrap(put.getRow());
    HaeinsaRow row = rows.get(key);
    if (row == null) {
      var unused = get(HaeinsaLock.addTo(new Get(put.getRow())));
      row = Objects.requireNonNull(rows.get(key));
    }
    row.write(put);
  }

  /** Throws {@link LostException} if no write remains. */
  void commit() throws IOException {
    List<HaeinsaRow> written = written();
    long newest = rows.values().stream().mapToLong(HaeinsaRow::timestamp).max().orElse(0);
    long timestamp = Math.max(newest, System.currentTimeMillis()) + 1;
    HaeinsaRow primary = written.get(0);
    List<HaeinsaRow> secondaries = written.subList(1, written.size());
    prewrite(written, timestamp);
    check(written, timestamp);
    if (!primary.change(State.COMMITTED, timestamp + 1, keys(secondaries))) {
      lose(written, timestamp, "The primary was aborted by another transaction");
    }
    for (HaeinsaRow secondary : secondaries) {
      secondary.finish(timestamp + 2);
    }
    primary.finish(timestamp + 2);
  }

  private List<HaeinsaRow> written() {
    return rows.values().stream()
        .filter(HaeinsaRow::isWritten)
        .sorted(Comparator.comparing(HaeinsaTransaction::hash))
        .toList();
  }

  private static int hash(HaeinsaRow row) {
    return Hashing.murmur3_32_fixed().hashBytes(row.key()).asInt();
  }

  private void prewrite(List<HaeinsaRow> written, long timestamp) throws IOException {
    for (int i = 0; i < written.size(); i++) {
      List<byte[]> others =
          keys(i == 0 ? written.subList(1, written.size()) : written.subList(0, 1));
      if (!written.get(i).prewrite(timestamp, others)) {
        lose(written.subList(0, i), timestamp, "A row was changed before it was locked");
      }
    }
  }

  private void check(List<HaeinsaRow> written, long timestamp) throws IOException {
    for (HaeinsaRow row : rows.values()) {
      if (!row.isWritten() && !row.isUnchanged()) {
        lose(written, timestamp, "A row was changed after it was read");
      }
    }
  }

  /** Rolls back: aborts the primary first and releases it last. */
  private static void lose(List<HaeinsaRow> prewritten, long timestamp, String why)
      throws IOException {
    if (!prewritten.isEmpty()) {
      HaeinsaRow primary = prewritten.get(0);
      List<HaeinsaRow> secondaries = prewritten.subList(1, prewritten.size());
      if (primary.change(State.ABORTED, timestamp + 1, keys(secondaries))) {
        for (HaeinsaRow secondary : secondaries) {
          secondary.undo(timestamp);
          secondary.finish(timestamp + 2);
        }
        primary.undo(timestamp);
        primary.finish(timestamp + 2);
      }
    }
    throw new LostException(why);
  }

  private static List<byte[]> keys(List<HaeinsaRow> rows) {
    List<byte[]> keys = new ArrayList<>();
    rows.forEach(row -> keys.add(row.key()));
    return keys;
  }
}
