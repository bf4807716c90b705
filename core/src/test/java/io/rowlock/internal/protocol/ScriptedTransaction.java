package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;

import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.LockPrefetch;
import io.rowlock.internal.protocol.read.RangeRead;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.read.RowVersions;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A transaction as a test writes it: column f:q of rows of one table, each call performed at once.
 */
public final class ScriptedTransaction {

  private final ScriptedClient client;
  public final TransactionId id;
  public final long age;
  private final Reservation reservation;
  private final ReadSet reads = new ReadSet();
  private final NavigableMap<RowKey, RowWrite> writes = new TreeMap<>();
  private final LockPrefetch prefetch;

  public ScriptedTransaction(ScriptedClient client) {
    this(client, Reservation.NONE);
  }

  /** Creates a transaction that has reserved rows before. */
  public ScriptedTransaction(ScriptedClient client, Reservation reservation) {
    this.client = client;
    this.reservation = reservation;
    prefetch = client.protocol.prefetch();
    id = TransactionId.fresh(client.environment.random());
    age = client.environment.clock().currentMillis();
  }

  public ScriptedClient client() {
    return client;
  }

  /** Reads one row. */
  public @Nullable String get(String row) {
    RowRead read = new RowRead(key(row), ColumnSelection.ALL);
    return show(client.protocol.read(List.of(read), reservation));
  }

  private @Nullable String show(CompletableFuture<List<DecidedRow>> read) {
    DecidedRow found = client.fixture.await(read).get(0);
    reads.addRow(found);
    return ProtocolFixture.value(new StoredRow(found.key(), found.cells(), null), F, Q);
  }

  /** Reads one row, and prefetches another one that has been written but not read. */
  public @Nullable String getBeside(String row, String written) {
    RowRead read = new RowRead(key(row), ColumnSelection.ALL);
    RowWrite write = Objects.requireNonNull(writes.get(key(written)));
    PiggybackRead side = prefetch.at(new RowRead(key(written), write.needs()));
    return show(client.protocol.read(List.of(read), List.of(side), reservation));
  }

  /**
   * Reads the rows from {@code first} on and before {@code end}; returns the keys of those with
   * data.
   */
  public List<String> scan(String first, String end) {
    return scan(new RowRange(TABLE, bytes(first), true, bytes(end), false));
  }

  /** Reads the whole table. */
  public List<String> scanAll() {
    return scan(RowRange.all(TABLE));
  }

  private List<String> scan(RowRange range) {
    RangeScan scan = new RangeScan(range, ColumnSelection.ALL, false, Integer.MAX_VALUE);
    List<DecidedRow> rows = client.fixture.await(client.protocol.scan(scan, reservation)).rows();
    RowVersions versions = new RowVersions(false);
    rows.forEach(row -> versions.add(row.key().row(), row.version()));
    reads.addRange(new RangeRead(range, versions));
    return rows.stream()
        .filter(row -> !row.cells().isEmpty())
        .map(row -> Bytes.toString(row.key().row()))
        .toList();
  }

  /** Reads the row and writes its value with a suffix. */
  public ScriptedTransaction update(String row, String suffix) {
    String value = get(row);
    return put(row, (value == null ? "" : value) + suffix);
  }

  public ScriptedTransaction put(String row, String value) {
    return put(key(row), value);
  }

  /** Writes a row that the user declares as new. */
  public ScriptedTransaction insert(String row, String value) {
    prefetch.expectNew(key(row));
    return put(row, value);
  }

  /** Writes a row in any table. */
  public ScriptedTransaction put(RowKey row, String value) {
    return write(row, intent -> intent.put(F, Q, bytes(value)));
  }

  public ScriptedTransaction delete(String row) {
    return write(row, intent -> intent.deleteColumn(F, Q));
  }

  public ScriptedTransaction write(String row, Consumer<Intent.Builder> operations) {
    return write(key(row), operations);
  }

  public ScriptedTransaction write(RowKey row, Consumer<Intent.Builder> operations) {
    Intent.Builder intent = Intent.builder();
    operations.accept(intent);
    writes.put(row, new FixedWrite(ColumnSelection.LOCK_ONLY, intent.build()));
    return this;
  }

  /** Appends to the present value, which the user does not see. */
  public ScriptedTransaction append(String row, String suffix) {
    UnaryOperator<String> append = value -> value + suffix;
    writes.put(key(row), new ComputedWrite(append));
    return this;
  }

  /** Computes what is impossible from the present value, such as the increment of a text. */
  public ScriptedTransaction impossible(String row) {
    UnaryOperator<String> fails =
        value -> {
          throw ProtocolFailure.illegal(key(row), "Not a long");
        };
    writes.put(key(row), new ComputedWrite(fails));
    return this;
  }

  /** Commits. Completes or fails with the commit. */
  public CompletableFuture<Void> start() {
    return start(TransactionObserver.NONE);
  }

  /** Commits with an observer. */
  public CompletableFuture<Void> start(TransactionObserver observer) {
    return start(observer, new CommitGate());
  }

  /** Commits unless the gate stops it. */
  public CompletableFuture<Void> start(CommitGate gate) {
    return start(TransactionObserver.NONE, gate);
  }

  private CompletableFuture<Void> start(TransactionObserver observer, CommitGate gate) {
    return client.protocol.commit(request(observer, gate), reservation);
  }

  /** Returns the commit without starting it. */
  public CommitRequest request(TransactionObserver observer, CommitGate gate) {
    return new CommitRequest(id, age, writes, reads, prefetch, Hold.NONE, observer, gate);
  }

  /** Starts the commit without waiting for its end. */
  public void launch() {
    CompletableFuture<Void> unused = start();
  }

  public void commit() {
    client.fixture.await(start());
  }

  private record FixedWrite(ColumnSelection needs, Intent fixed) implements RowWrite {

    @Override
    public Intent intent(List<Cell> base) {
      return fixed;
    }

    @Override
    public Set<byte[]> families() {
      return fixed.families().keySet();
    }

    /** Commits alone. */
    @Override
    public RowWrite then(RowWrite next) {
      throw new UnsupportedOperationException();
    }
  }

  private record ComputedWrite(UnaryOperator<String> function) implements RowWrite {

    @Override
    public ColumnSelection needs() {
      NavigableSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      qualifiers.add(Q);
      NavigableMap<byte[], NavigableSet<byte[]>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      families.put(F, qualifiers);
      return ColumnSelection.of(families);
    }

    @Override
    public Intent intent(List<Cell> base) {
      String old = ProtocolFixture.value(new StoredRow(key("any"), base, null), F, Q);
      return Intent.builder().put(F, Q, bytes(function.apply(old == null ? "" : old))).build();
    }

    @Override
    public Set<byte[]> families() {
      return needs().families().keySet();
    }

    @Override
    public RowWrite then(RowWrite next) {
      UnaryOperator<String> second = ((ComputedWrite) next).function;
      return new ComputedWrite(value -> second.apply(function.apply(value)));
    }
  }
}
