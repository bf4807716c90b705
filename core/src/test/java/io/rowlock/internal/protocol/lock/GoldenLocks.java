package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.bytes;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.WriterTrail.Entry;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A lock of every kind, by the name of the golden file that pins its bytes forever: hexadecimal
 * digits in lines of 32 bytes.
 */
public final class GoldenLocks {

  private static final TransactionId ID =
      new TransactionId(0x0123456789abcdefL, 0xfedcba9876543210L);
  private static final TransactionId WRITER = new TransactionId(1, -1);
  private static final TransactionId OLDER_WRITER = new TransactionId(Long.MIN_VALUE, 0);
  private static final long TIME = 1_700_000_000_000L;

  private static final Stable UNTRAILED = new Stable(TIME, WRITER, 0, WriterTrail.EMPTY);
  private static final WriterTrail TRAIL =
      new WriterTrail(
          List.of(
              new Entry(TIME - 5, WRITER),
              new Entry(TIME - 70_000, OLDER_WRITER),
              new Entry(0, null)));
  private static final Intent PUT =
      Intent.builder().put(bytes("f"), bytes("q"), bytes("value")).build();
  private static final RowReference PRIMARY = reference("table", "primary", TIME + 1);
  private static final List<RowReference> SECONDARIES =
      List.of(reference("table", "second", TIME + 2), reference("ns:other", "third", 0));

  private GoldenLocks() {}

  public static SortedMap<String, RowLock> all() {
    SortedMap<String, RowLock> locks = new TreeMap<>();
    locks.put("stable-fenced-before-its-first-write", Stable.UNBORN.fenced());
    locks.put("stable", UNTRAILED);
    locks.put("stable-with-trail", new Stable(Long.MAX_VALUE, ID, 128, TRAIL));
    locks.put("prewritten-secondary", prewritten(UNTRAILED, PUT, null));
    locks.put("prewritten-over-nothing", prewritten(Stable.UNBORN, PUT, null));
    locks.put("prewritten-over-trail", prewritten(new Stable(7, ID, 3, TRAIL), PUT, null));
    locks.put("prewritten-primary", prewritten(UNTRAILED, PUT, new Lead(SECONDARIES, 0)));
    locks.put("prewritten-primary-alone", prewritten(UNTRAILED, PUT, new Lead(List.of(), 0)));
    locks.put(
        "prewritten-primary-beat-300", prewritten(UNTRAILED, PUT, new Lead(SECONDARIES, 300)));
    locks.put("prewritten-empty-intent", prewritten(UNTRAILED, Intent.EMPTY, null));
    locks.put("prewritten-deletes", prewritten(UNTRAILED, deletes(), null));
    locks.put("prewritten-binary-names", prewritten(UNTRAILED, binary(), null));
    locks.put("prewritten-binary-primary", binaryPrimary());
    locks.put("prewritten-namespaced-primary", namespacedPrimary());
    locks.put("committed", new Committed(ID, TIME + 9, SECONDARIES, WriterTrail.EMPTY));
    locks.put("committed-with-trail", new Committed(ID, TIME + 9, SECONDARIES, TRAIL));
    return locks;
  }

  public static byte[] bytesOf(String name) {
    String path = name + ".hex";
    try (InputStream in = GoldenLocks.class.getResourceAsStream(path)) {
      byte[] file = Objects.requireNonNull(in, path).readAllBytes();
      return Bytes.fromHex(new String(file, StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }

  private static Prewritten prewritten(Stable base, Intent intent, @Nullable Lead lead) {
    return new Prewritten(ID, base, TIME + 1_000, intent, PRIMARY, TIME - 1, TIME + 3, lead);
  }

  private static Intent deletes() {
    return Intent.builder()
        .deleteFamily(bytes("emptied"))
        .deleteFamily(bytes("replaced"))
        .put(bytes("replaced"), bytes("q"), bytes("new"))
        .deleteColumn(bytes("f"), bytes("gone"))
        .put(bytes("f"), bytes("kept"), new byte[0])
        .build();
  }

  private static Intent binary() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    return Intent.builder()
        .put(bytes("f"), new byte[0], new byte[] {0})
        .put(bytes("f"), new byte[] {0, -1, 0x7f, -128}, all)
        .deleteColumn(bytes("\u00fc"), new byte[] {-1})
        .build();
  }

  private static Prewritten binaryPrimary() {
    byte[] row = {0, -1, 10, -128};
    RowReference primary =
        new RowReference(new RowKey(TableName.valueOf("table"), row), Long.MAX_VALUE);
    return new Prewritten(ID, UNTRAILED, TIME + 1_000, PUT, primary, 0, 0, null);
  }

  private static Prewritten namespacedPrimary() {
    RowReference primary = reference("a_namespace:a.table-1", "row", 0);
    return new Prewritten(ID, UNTRAILED, TIME + 1_000, PUT, primary, TIME, TIME, null);
  }

  private static RowReference reference(String table, String row, long lockTime) {
    return new RowReference(new RowKey(TableName.valueOf(table), bytes(row)), lockTime);
  }
}
