package io.rowlock.internal.protocol.request;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.ProtocolLimits.Mechanisms;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows whose keys begin alike share a region; those that begin with "-" are in none. */
class CoalescingStoreTest {

  private static final int MAX_ROWS = 16;

  private final Queue<Sent> sent = new ArrayDeque<>();
  private final VirtualTime time = new VirtualTime();
  private final CoalescingStore store = store(1);

  private @Nullable Supplier<WriteOutcome> answersAtOnce;
  private @Nullable Error breaksRegions;

  private CoalescingStore store(int places) {
    Environment environment = time.environment(1);
    RegionLimits limits = new RegionLimits(MAX_ROWS, 1L << 20);
    return new CoalescingStore(
        new Requests(), new RegionLanes(limits, places, environment), environment.propagator());
  }

  /** A request under way, and the rows that it writes. */
  private record Sent(String rows, CompletableFuture<WriteOutcome> answer) {}

  private final class Requests extends ForwardingRowStore {

    Requests() {
      super(new InMemoryRowStore());
    }

    @Override
    public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
      if (breaksRegions != null) {
        throw breaksRegions;
      }
      return CompletableFuture.completedFuture(
          rows.stream().map(row -> region(row, name(row).substring(0, 1))).toList());
    }

    private static Optional<RegionId> region(RowKey row, String name) {
      return name.equals("-") ? Optional.empty() : Optional.of(new RegionId(row.table(), name));
    }

    @Override
    public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
      return sent(name(write.key()));
    }

    @Override
    public CompletableFuture<WriteOutcome> write(RegionWrite write) {
      return sent(String.join("+", write.rows().stream().map(CoalescingStoreTest::name).toList()));
    }

    private CompletableFuture<WriteOutcome> sent(String rows) {
      if (answersAtOnce != null) {
        return CompletableFuture.completedFuture(answersAtOnce.get());
      }
      CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
      sent.add(new Sent(rows, answer));
      return answer;
    }
  }

  @Test
  void firstWriteToEachRegionIsSentAtOnce() {
    send("a1");
    send("b1");

    assertThat(underWay()).containsExactly("a1", "b1");
  }

  @Test
  void sharingIsCountedAndCanBeSwitchedOff() {
    long before = Mechanism.SHARED_WRITES.fired();
    List.of("a1", "a2", "a3", "a4").forEach(this::send);
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a2+a3+a4");
    assertThat(Mechanism.SHARED_WRITES.fired() - before).isEqualTo(2);

    Set<Mechanism> others = EnumSet.complementOf(EnumSet.of(Mechanism.SHARED_WRITES));
    CoalescingStore alone = store(Mechanisms.of(others).regionRequests());
    List.of("a5", "a6", "a7", "a8").forEach(row -> send(alone, row));
    assertThat(underWay()).containsExactly("a2+a3+a4", "a5", "a6", "a7", "a8");
    assertThat(Mechanism.SHARED_WRITES.fired() - before).isEqualTo(2);
  }

  @Test
  void writesDuringARequestLeaveTogether() {
    send("a1");
    send("a2");
    send("b1");
    send("a3");
    assertThat(underWay()).containsExactly("a1", "b1");

    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("b1", "a2+a3");
    send("a4");
    answerNext(WriteOutcome.APPLIED);
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a4");
    answerNext(WriteOutcome.APPLIED);

    send("a5");
    assertThat(underWay()).containsExactly("a5");
  }

  @Test
  void eachIsAnsweredByItself() {
    CompletableFuture<WriteOutcome> first = write("a1");
    CompletableFuture<WriteOutcome> second = write("a2");
    CompletableFuture<WriteOutcome> third = write("a3");

    answerNext(WriteOutcome.maybeApplied(new IOException("no answer")));
    answerNext(WriteOutcome.NOT_EQUAL);
    assertThat(underWay()).containsExactly("a2", "a3");
    answerNext(WriteOutcome.NOT_EQUAL);
    answerNext(WriteOutcome.APPLIED);

    assertThat(first).isCompletedWithValueMatching(outcome -> !outcome.isApplied());
    assertThat(second).isCompletedWithValue(WriteOutcome.NOT_EQUAL);
    assertThat(third).isCompletedWithValue(WriteOutcome.APPLIED);
  }

  @Test
  void oneRequestWritesARowOnce() {
    send("a1");
    send("a2");
    send("a2");
    send("a3");

    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a2+a3");
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a2");
  }

  @Test
  void requestsStaySmall() {
    send("a");
    IntStream.range(0, MAX_ROWS + 2).forEach(i -> send("a" + i));
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay().get(0).split("\\+", -1)).hasSize(MAX_ROWS);
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a16+a17");
    answerNext(WriteOutcome.APPLIED);

    send("b");
    IntStream.range(0, 3).forEach(i -> send("b" + i, 400_000));
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("b0+b1");
  }

  @Test
  void longLineThatIsAnsweredAtOnceDoesNotOverflowTheStack() {
    send("a");
    List<CompletableFuture<WriteOutcome>> writes =
        IntStream.range(0, 100_000).mapToObj(i -> write("a" + i)).toList();
    answersAtOnce = () -> WriteOutcome.APPLIED;
    answerNext(WriteOutcome.APPLIED);

    assertThat(writes.stream().filter(CompletableFuture::isDone).count()).isEqualTo(100_000);
  }

  @Test
  void lineSurvivesAnError() {
    send("a");
    List<CompletableFuture<WriteOutcome>> writes =
        IntStream.range(0, 2 * MAX_ROWS).mapToObj(i -> write("a" + i)).toList();
    answersAtOnce =
        () -> {
          throw new StackOverflowError("while it was sent");
        };
    answerNext(WriteOutcome.APPLIED);

    assertThat(writes).allMatch(write -> write.join().kind() == WriteOutcome.Kind.MAYBE_APPLIED);
    assertThat(write("a").join().kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);
  }

  @Test
  void errorWhileARequestIsFilledLosesNoWrite() {
    send("a");
    BrittlePut brittle = new BrittlePut("a2");
    CompletableFuture<WriteOutcome> first = write("a1");
    CompletableFuture<WriteOutcome> second = store.write(conditional("a2", brittle));
    CompletableFuture<WriteOutcome> third = write("a3");
    brittle.breaks = new StackOverflowError("while its size was computed");
    answersAtOnce = () -> WriteOutcome.APPLIED;
    answerNext(WriteOutcome.APPLIED);

    assertThat(first).isCompletedWithValue(WriteOutcome.APPLIED);
    assertThat(second).isCompletedWithValue(WriteOutcome.APPLIED);
    assertThat(third).isCompletedWithValue(WriteOutcome.APPLIED);
    assertThat(write("a4")).isCompletedWithValue(WriteOutcome.APPLIED);
  }

  @Test
  void answerThatCannotBeHandledLeavesEveryFateUnknown() {
    send("a");
    List<CompletableFuture<WriteOutcome>> writes = List.of(write("a1"), write("a2"));
    answerNext(WriteOutcome.APPLIED);
    sent.remove().answer().complete(null); // which breaks the handling, as an Error would

    assertThat(writes).allMatch(CompletableFuture::isDone);
    assertThat(writes).allMatch(write -> write.join().kind() == WriteOutcome.Kind.MAYBE_APPLIED);
  }

  @Test
  void errorBeforeAWriteIsSentIsItsAnswer() {
    BrittlePut brittle = new BrittlePut("a1");
    brittle.breaks = new StackOverflowError("while its size was computed");

    assertThat(store.write(conditional("a1", brittle)))
        .isCompletedWithValue(WriteOutcome.maybeApplied(brittle.breaks));
  }

  @Test
  void writesWhoseRegionIsUnknownGoAlone() {
    breaksRegions = new StackOverflowError("while the region was located");
    send("a1");
    send("a2");

    assertThat(underWay()).containsExactly("a1", "a2");
  }

  @Test
  void withoutRegionWritesEachIsSentAtOnce() {
    send("-1");
    send("-2");

    assertThat(underWay()).containsExactly("-1", "-2");
  }

  @Test
  void writeThatAnotherOneChecksLeavesLater() {
    send("a0");
    CompletableFuture<WriteOutcome> checking = store.write(checking("a1", "a2", 5));
    send("a2");
    send("a3");
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a1+a3+a2");
    assertThat(checking).isNotDone();
    answerNext(WriteOutcome.APPLIED);
    assertThat(checking).isCompletedWithValue(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a2");
  }

  @Test
  void conditionsOnOneRowShareARequestIfTheyAgree() {
    send("a0");
    var first = store.write(checking("a1", "a9", 5));
    var same = store.write(checking("a2", "a9", 5));
    var other = store.write(checking("a3", "a9", 6));
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a1+a2+a9");
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a3+a9");
    assertThat(List.of(first, same)).allMatch(CompletableFuture::isDone);
    assertThat(other).isNotDone();
  }

  @Test
  void refusalAfterASharedRequestWasTurnedDownProvesNothing() {
    send("a0");
    CompletableFuture<WriteOutcome> first = write("a1");
    CompletableFuture<WriteOutcome> second = write("a2");
    answerNext(WriteOutcome.APPLIED);
    answerNext(WriteOutcome.NOT_EQUAL);
    answerNext(WriteOutcome.unapplied(new IOException("moved")));
    answerNext(WriteOutcome.APPLIED);
    assertThat(first.join().kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);
    assertThat(second.join()).isEqualTo(WriteOutcome.APPLIED);
  }

  @Test
  void notEqualIsAProofOnlyIfTheSharedRequestWasSurelyNotApplied() {
    send("a0");
    CompletableFuture<WriteOutcome> first = write("a1");
    send("a2");
    answerNext(WriteOutcome.APPLIED);
    answerNext(WriteOutcome.NOT_COLOCATED);
    answerNext(WriteOutcome.TURNED_DOWN);
    answerNext(WriteOutcome.APPLIED);
    assertThat(first.join()).isEqualTo(WriteOutcome.NOT_EQUAL);

    send("a0");
    CompletableFuture<WriteOutcome> second = write("a1");
    send("a2");
    answerNext(WriteOutcome.APPLIED);
    answerNext(WriteOutcome.TURNED_DOWN);
    answerNext(WriteOutcome.TURNED_DOWN);
    answerNext(WriteOutcome.APPLIED);
    assertThat(second.join()).isEqualTo(WriteOutcome.TURNED_DOWN);
  }

  @Test
  void slowRequestDelaysOthersForAWhileOnly() {
    send("a0");
    send("a1");
    send("a2");
    time.advance(Duration.ofMillis(49));
    assertThat(underWay()).containsExactly("a0");
    time.advance(Duration.ofMillis(2));
    assertThat(underWay()).containsExactly("a0", "a1+a2");
    answerNext(WriteOutcome.APPLIED);
    send("a3");
    assertThat(underWay()).containsExactly("a1+a2");
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a3");
  }

  @Test
  void severalRequestsAreUnderWayIfThereArePlaces() {
    CoalescingStore two = store(2);
    List.of("a0", "a1", "a2", "a3").forEach(row -> send(two, row));
    assertThat(underWay()).containsExactly("a0", "a1");
    answerNext(WriteOutcome.APPLIED);
    assertThat(underWay()).containsExactly("a1", "a2+a3");
  }

  @Test
  void largeWriteGoesByItself() {
    send("a0");
    send("a1", 2_000_000);
    assertThat(underWay()).containsExactly("a0", "a1");
  }

  private static RegionWrite checking(String row, String checked, long lockTime) {
    return new RegionWrite(
        List.of(conditional(row, 1)),
        List.of(new LockCondition(key(checked), new StoredLock(new byte[1], lockTime))));
  }

  private static void send(CoalescingStore store, String row) {
    CompletableFuture<WriteOutcome> unused = store.write(conditional(row, 1));
  }

  private void send(String row) {
    send(row, 1);
  }

  private void send(String row, int bytes) {
    CompletableFuture<WriteOutcome> unused = write(row, bytes);
  }

  private CompletableFuture<WriteOutcome> write(String row) {
    return write(row, 1);
  }

  private CompletableFuture<WriteOutcome> write(String row, int bytes) {
    return store.write(conditional(row, bytes));
  }

  /** A put whose size cannot be computed at times. */
  private static final class BrittlePut extends Put {

    private @Nullable Error breaks;

    BrittlePut(String row) {
      super(row.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long heapSize() {
      if (breaks != null) {
        throw breaks;
      }
      return super.heapSize();
    }
  }

  private static ConditionalWrite conditional(String row, int bytes) {
    Put data = new Put(row.getBytes(StandardCharsets.UTF_8));
    data.addColumn(ProtocolFixture.F, ProtocolFixture.Q, 1, new byte[bytes]);
    return conditional(row, data);
  }

  private static ConditionalWrite conditional(String row, Put data) {
    return new ConditionalWrite(
        key(row), null, new StoredLock(new byte[1], 1), List.of(data), Durability.SYNC_WAL);
  }

  private List<String> underWay() {
    return sent.stream().map(Sent::rows).toList();
  }

  private void answerNext(WriteOutcome outcome) {
    sent.remove().answer().complete(outcome);
  }

  private static String name(RowKey key) {
    return new String(key.row(), StandardCharsets.UTF_8);
  }
}
