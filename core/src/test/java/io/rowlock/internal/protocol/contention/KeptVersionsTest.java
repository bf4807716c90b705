package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.G;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A combined commit writes every version that HBase would keep. */
class KeptVersionsTest {

  private static final byte[] ROW = bytes("a");
  private static final String WRITE = "a STABLE+data";
  private static final TransactionLimits LIMITS = new TransactionLimits(1_000, 10_000);

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  private void keepOneVersionIn(String... families) {
    fixture.cluster.alterTable(TABLE, fixture.cluster.describe(TABLE).families(), set(families));
  }

  private static NavigableSet<byte[]> set(String... families) {
    NavigableSet<byte[]> set = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    Stream.of(families).map(ProtocolFixture::bytes).forEach(set::add);
    return set;
  }

  private ActiveTransaction begin() {
    TransactionId id = TransactionId.fresh(client.environment.random());
    long now = fixture.time.currentMillis();
    return new ActiveTransaction(client.protocol, id, now, LIMITS, TransactionObserver.NONE);
  }

  private ActiveTransaction put(byte[] family, String value) {
    ActiveTransaction transaction = begin();
    Put put = new Put(ROW).addColumn(family, Q, bytes(value));
    fixture.await(transaction.write(TABLE, put));
    return transaction;
  }

  private ActiveTransaction deleteRow() {
    ActiveTransaction transaction = begin();
    fixture.await(transaction.write(TABLE, new Delete(ROW)));
    return transaction;
  }

  private ActiveTransaction increment() {
    ActiveTransaction transaction = begin();
    Increment blind = new Increment(ROW).addColumn(F, Q, 1).setReturnResults(false);
    fixture.await(transaction.increment(TABLE, blind));
    return transaction;
  }

  /** Commits all; the others wait while the first one has the turn. */
  private void commit(ActiveTransaction... all) {
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    client.traffic.onWrite(WRITE, held::add);
    List<CompletableFuture<Void>> commits = Stream.of(all).map(ActiveTransaction::commit).toList();
    held.forEach(PendingCall::deliver);
    commits.forEach(fixture::await);
  }

  /** Returns the versions of column f:q that were written. */
  private List<String> versions() {
    return IntStream.range(0, client.traffic.writes().size())
        .mapToObj(client.traffic::sent)
        .flatMap(write -> write.data().stream())
        .flatMap(mutation -> mutation.get(F, Q).stream())
        .map(cell -> Bytes.toString(CellUtil.cloneValue(cell)))
        .toList();
  }

  @Test
  void versionThatIsKeptIsWritten() {
    keepOneVersionIn("g");
    commit(put(F, "0"), put(F, "1"), put(F, "2"));
    assertThat(versions()).containsExactly("0", "1", "2");
  }

  @Test
  void versionThatIsNotKeptIsNotWritten() {
    keepOneVersionIn("f");
    commit(put(F, "0"), put(F, "1"), put(F, "2"));
    assertThat(versions()).containsExactly("0", "2");
  }

  @Test
  void incrementsOfOneVersionTakeOneWrite() {
    keepOneVersionIn("f");
    commit(increment(), increment(), increment(), increment());
    assertThat(client.traffic.writes()).containsExactly(WRITE, WRITE);
    Cell sum = fixture.cluster.rawGet(key("a")).cells().get(0);
    assertThat(Bytes.toLong(CellUtil.cloneValue(sum))).isEqualTo(4);
  }

  @Test
  void deleteOfARowCoversAllFamilies() {
    keepOneVersionIn("f");
    commit(put(F, "0"), put(F, "1"), deleteRow());
    assertThat(versions()).containsExactly("0", "1");
  }

  @Test
  void deleteOfARowMayFollowIfNothingIsKept() {
    keepOneVersionIn("f", "g");
    commit(put(F, "0"), put(F, "1"), deleteRow());
    assertThat(versions()).containsExactly("0");
  }

  @Test
  void deleteOfARowCoversAFamilyThatCameLater() {
    ActiveTransaction delete = deleteRow();
    fixture.cluster.alterTable(TABLE, set("_lock", "f", "g", "h"), set("f", "g"));
    fixture.time.advance(Duration.ofMinutes(1));
    commit(put(F, "0"), put(F, "1"), delete);
    assertThat(versions()).containsExactly("0", "1");
  }

  /** A version of g that no later member replaces does not stand alone. */
  @Test
  void onlyWhatIsWrittenLaterMatters() {
    keepOneVersionIn("f");
    ActiveTransaction both = put(F, "1");
    fixture.await(both.write(TABLE, new Put(ROW).addColumn(G, Q, bytes("kept"))));
    commit(put(F, "0"), both, put(F, "2"), put(G, "next"));
    assertThat(versions()).containsExactly("0", "2");
    assertThat(client.traffic.writes()).containsExactly(WRITE, WRITE, WRITE);
  }

  /** A walk along a line of thousands would stop all commits of the process meanwhile. */
  @Test
  void longLineIsLookedAtInPart() {
    keepOneVersionIn("g");
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    client.traffic.onEachWrite(WRITE, held::add);
    AtomicInteger looks = new AtomicInteger();
    for (int i = 0; i < 1000; i++) {
      var unused = client.protocol.commit(counted(looks), Reservation.NONE);
    }
    held.get(0).deliver();

    assertThat(held).as("the second one has its turn").hasSize(2);
    assertThat(looks).hasValueLessThan(100);
  }

  private CommitRequest counted(AtomicInteger looks) {
    TreeMap<RowKey, RowWrite> writes = new TreeMap<>(Map.of(key("a"), new Counted(looks)));
    return new CommitRequest(
        TransactionId.fresh(client.environment.random()),
        fixture.time.currentMillis(),
        writes,
        new ReadSet(),
        client.protocol.prefetch(),
        Hold.NONE,
        TransactionObserver.NONE,
        new CommitGate());
  }

  /** A put that counts how often it is looked at. */
  private record Counted(AtomicInteger looks) implements RowWrite {

    @Override
    public ColumnSelection needs() {
      return ColumnSelection.LOCK_ONLY;
    }

    @Override
    public Intent intent(List<Cell> base) {
      return Intent.builder().put(F, Q, Q).build();
    }

    @Override
    public Set<byte[]> families() {
      looks.incrementAndGet();
      return set("f");
    }

    @Override
    public RowWrite then(RowWrite next) {
      return next;
    }
  }
}
