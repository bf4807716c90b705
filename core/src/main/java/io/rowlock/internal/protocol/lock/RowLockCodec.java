package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.lock.MalformedLockException.require;

import io.rowlock.internal.protocol.lock.Intent.FamilyIntent;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes row locks.
 *
 * <p>Layout: one byte format version, one byte state, the fields of the state in the order of the
 * records of {@link RowLock}, a byte 0 before a beat, and four bytes CRC-32C of everything before.
 * Numbers that are never negative are unsigned LEB128, identities are sixteen plain bytes, byte
 * strings begin with their length, optional parts with a byte 0 or 1. Golden files in the tests pin
 * every byte: a change of the layout is a new format version, because old clients must refuse it.
 */
public final class RowLockCodec {

  static final int FORMAT = 1;

  private static final int STABLE = 1;
  private static final int PREWRITTEN = 2;
  private static final int COMMITTED = 3;

  private static final int COLUMN_DELETED = 0;
  private static final int COLUMN_PUT = 1;

  private RowLockCodec() {}

  public static byte[] encode(RowLock lock) {
    LockBytesWriter out = new LockBytesWriter();
    out.writeByte(FORMAT);
    if (lock instanceof Stable stable) {
      out.writeByte(STABLE);
      writeStable(out, stable);
    } else if (lock instanceof Prewritten prewritten) {
      out.writeByte(PREWRITTEN);
      writePrewritten(out, prewritten);
    } else {
      Committed committed = (Committed) lock;
      out.writeByte(COMMITTED);
      writeId(out, committed.id());
      out.writeNumber(committed.commitTimestamp());
      writeReferences(out, committed.secondaries());
      writeTrail(out, committed.trail());
    }
    return out.finishWithChecksum();
  }

  /**
   * Decodes a lock.
   *
   * @param row where the bytes were found, for the message
   * @throws ProtocolFailure if the bytes contain no lock, or one of a format that this version does
   *     not know
   */
  public static RowLock decode(RowKey row, byte[] bytes) {
    try {
      return decode(new LockBytesReader(bytes));
    } catch (MalformedLockException | IllegalArgumentException e) {
      throw corrupt(row, bytes, e);
    }
  }

  /** Returns whether the bytes seem to be a lock of another version: the checksum is right. */
  public static boolean isOfOtherVersion(byte[] bytes) {
    try {
      decode(new LockBytesReader(bytes));
      return false;
    } catch (MalformedLockException | IllegalArgumentException e) {
      return LockBytesReader.hasChecksum(bytes)
          && e instanceof MalformedLockException malformed
          && malformed.isOfOtherVersion();
    }
  }

  static ProtocolFailure corrupt(RowKey row, byte[] bytes, RuntimeException why) {
    return ProtocolFailure.corruptLock(row, why.getMessage() + "; it holds " + prefixOf(bytes));
  }

  private static String prefixOf(byte[] bytes) {
    int shown = Math.min(bytes.length, 16);
    String more = bytes.length > shown ? "..." : "";
    return bytes.length + " bytes, 0x" + Bytes.toHex(bytes, 0, shown) + more;
  }

  private static RowLock decode(LockBytesReader in) {
    int format = in.readByte();
    if (format != FORMAT) {
      throw MalformedLockException.ofOtherVersion(
          "format %s is unknown, this version of Rowlock reads format %s".formatted(format, FORMAT)
              + " (if a newer one wrote it, upgrade this client)");
    }
    in.verifyChecksum();
    int state = in.readByte();
    RowLock lock =
        switch (state) {
          case STABLE -> readStable(in);
          case PREWRITTEN -> readPrewritten(in);
          case COMMITTED ->
              new Committed(readId(in), in.readNumber(), readReferences(in), readTrail(in));
          default -> throw new MalformedLockException("state " + state + " is unknown");
        };
    in.verifyEnd();
    return lock;
  }

  private static void writeStable(LockBytesWriter out, Stable stable) {
    out.writeNumber(stable.version());
    writeWriter(out, stable.writer());
    out.writeNumber(stable.fence());
    writeTrail(out, stable.trail());
  }

  private static Stable readStable(LockBytesReader in) {
    long version = in.readNumber();
    TransactionId writer = readWriter(in);
    return new Stable(version, writer, in.readNumber(), readTrail(in));
  }

  private static void writeWriter(LockBytesWriter out, @Nullable TransactionId writer) {
    out.writeFlag(writer != null);
    if (writer != null) {
      writeId(out, writer);
    }
  }

  private static @Nullable TransactionId readWriter(LockBytesReader in) {
    return in.readFlag() ? readId(in) : null;
  }

  private static void writeTrail(LockBytesWriter out, WriterTrail trail) {
    out.writeNumber(trail.entries().size());
    for (WriterTrail.Entry entry : trail.entries()) {
      out.writeNumber(entry.version());
      writeWriter(out, entry.writer());
    }
  }

  private static WriterTrail readTrail(LockBytesReader in) {
    int count = in.readCount();
    List<WriterTrail.Entry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(new WriterTrail.Entry(in.readNumber(), readWriter(in)));
    }
    return new WriterTrail(List.copyOf(entries));
  }

  private static void writePrewritten(LockBytesWriter out, Prewritten lock) {
    writeId(out, lock.id());
    writeStable(out, lock.base());
    out.writeNumber(lock.commitTimestamp());
    writeIntent(out, lock.intent());
    writeReference(out, lock.primary());
    out.writeNumber(lock.age());
    out.writeNumber(lock.planned());
    Lead lead = lock.lead();
    out.writeFlag(lead != null);
    if (lead != null) {
      writeReferences(out, lead.secondaries());
      out.writeFlag(false); // the mark
      out.writeNumber(lead.beat());
    }
  }

  private static Prewritten readPrewritten(LockBytesReader in) {
    TransactionId id = readId(in);
    Stable base = readStable(in);
    long commitTimestamp = in.readNumber();
    require(
        commitTimestamp - 2 >= base.version(),
        "its commit timestamp is not above its base version");
    Intent intent = readIntent(in);
    RowReference primary = readReference(in);
    long age = in.readNumber();
    long planned = in.readNumber();
    Lead lead = in.readFlag() ? new Lead(readReferences(in), in.afterMark().readNumber()) : null;
    return new Prewritten(id, base, commitTimestamp, intent, primary, age, planned, lead);
  }

  private static void writeId(LockBytesWriter out, TransactionId id) {
    out.writeLong(id.high());
    out.writeLong(id.low());
  }

  private static TransactionId readId(LockBytesReader in) {
    return new TransactionId(in.readLong(), in.readLong());
  }

  private static void writeReferences(LockBytesWriter out, List<RowReference> references) {
    out.writeNumber(references.size());
    references.forEach(reference -> writeReference(out, reference));
  }

  private static List<RowReference> readReferences(LockBytesReader in) {
    int count = in.readCount();
    List<RowReference> references = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      references.add(readReference(in));
    }
    return List.copyOf(references);
  }

  private static void writeReference(LockBytesWriter out, RowReference reference) {
    out.writeBytes(reference.key().table().getName());
    out.writeBytes(reference.key().row());
    out.writeNumber(reference.lockTime());
  }

  private static RowReference readReference(LockBytesReader in) {
    TableName table = TableName.valueOf(in.readBytes());
    byte[] row = in.readBytes();
    require(row.length > 0, "it names an empty row");
    return new RowReference(new RowKey(table, row), in.readNumber());
  }

  private static void writeIntent(LockBytesWriter out, Intent intent) {
    out.writeNumber(intent.families().size());
    for (Map.Entry<byte[], FamilyIntent> family : intent.families().entrySet()) {
      out.writeBytes(family.getKey());
      out.writeFlag(family.getValue().emptied());
      out.writeNumber(family.getValue().columns().size());
      for (Map.Entry<byte[], byte @Nullable []> column : family.getValue().columns().entrySet()) {
        writeColumn(out, column.getKey(), column.getValue());
      }
    }
  }

  private static void writeColumn(LockBytesWriter out, byte[] qualifier, byte @Nullable [] value) {
    out.writeBytes(qualifier);
    out.writeByte(value == null ? COLUMN_DELETED : COLUMN_PUT);
    if (value != null) {
      out.writeBytes(value);
    }
  }

  private static Intent readIntent(LockBytesReader in) {
    NavigableMap<byte[], FamilyIntent> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    int count = in.readCount();
    for (int i = 0; i < count; i++) {
      byte[] family = in.readBytes();
      FamilyIntent writes = new FamilyIntent(in.readFlag());
      int columns = in.readCount();
      for (int j = 0; j < columns; j++) {
        writes.columns().put(in.readBytes(), readValue(in));
      }
      families.put(family, writes);
    }
    return new Intent(families);
  }

  private static byte @Nullable [] readValue(LockBytesReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case COLUMN_DELETED -> null;
      case COLUMN_PUT -> in.readBytes();
      default -> throw new MalformedLockException("column operation " + kind + " is unknown");
    };
  }
}
