package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.telemetry.TraceContextPropagator;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Each read runs in a context of its own; the answers come from outside of all contexts. */
class RowReaderTest {

  private static final ContextKey<String> CALLER = ContextKey.named("caller");

  private final List<String> handled = new ArrayList<>();
  private final HeldReads hbase = new HeldReads();
  private final VirtualTime time = new VirtualTime();
  private final TraceContextPropagator propagator = new TraceContextPropagator();
  private final RowReader reader = reader(true);

  private RowReader reader(boolean secondRequest) {
    HBaseStoreSettings settings =
        new HBaseStoreSettings(Duration.ofSeconds(10), Duration.ofSeconds(60), 100, secondRequest);
    Environment bare = time.environment(1);
    Environment environment =
        new Environment(bare.clock(), bare.scheduler(), bare.random(), propagator);
    return new RowReader(
        new SharedReads(new TableViews(hbase.connection(), settings), time.environment(1)),
        new RegionServers(hbase.connection(), environment, Duration.ofSeconds(60)),
        new RpcSender(
            new RpcSender.Limiter(100, Duration.ofSeconds(70), time.environment(1)),
            new RpcCounter(),
            propagator),
        secondRequest);
  }

  @Test
  void callerGetsItsRowsAsSoonAsTheyAreThere() {
    send("one");
    send("two");
    CompletableFuture<List<StoredRow>> moving = read("moving");
    CompletableFuture<List<StoredRow>> healthy = read("a", "b");
    hbase.answer("one", "b", "a");

    assertThat(moving).isNotDone();
    assertThat(healthy).isDone();
    assertThat(healthy.join().stream().map(row -> name(row.key()))).containsExactly("a", "b");
  }

  @Test
  void failedRowFailsItsCallerOnly() {
    send("one");
    send("two");
    CompletableFuture<List<StoredRow>> bad = read("bad", "a");
    CompletableFuture<List<StoredRow>> good = read("good");
    hbase.answer("one");
    hbase.fail("bad", new IOException("no such family"));
    hbase.answer("a", "good");

    assertThat(bad).isCompletedExceptionally();
    assertThat(good).isCompleted();
  }

  @Test
  void piggybackRowIsHandedOverAsSoonAsItIsThere() {
    PiggybackRead side = PiggybackRead.of(readOf("side"));
    CompletableFuture<List<StoredRow>> read = reader.read(List.of(readOf("slow")), List.of(side));
    hbase.answer("side");

    assertThat(read).isNotDone();
    assertThat(side.answer().getNow(Optional.empty())).isPresent();
  }

  @Test
  void piggybackRowDelaysNoCaller() {
    PiggybackRead side = PiggybackRead.of(readOf("slow"));
    CompletableFuture<List<StoredRow>> read = reader.read(List.of(readOf("a")), List.of(side));
    hbase.answer("a");
    assertThat(read).isCompleted();
    assertThat(side.answer()).isNotDone();
    hbase.fail("slow", new IOException("no such family"));
    assertThat(side.answer().join()).isEmpty();
  }

  @Test
  void piggybackRowsOfAnotherServerHaveTheirOwnRequest() {
    List<PiggybackRead> sides = sides("near", "~1", "~2");
    CompletableFuture<List<StoredRow>> read = reader.read(List.of(readOf("a")), sides);
    assertThat(hbase.requests()).containsExactly("a+near", "~1+~2");
    hbase.answer("a", "~2");

    assertThat(read).isCompleted();
    assertThat(sides)
        .extracting(side -> side.answer().isDone())
        .containsExactly(false, false, true);
    hbase.answer("~1");
    assertThat(sides.get(1).answer().join().map(row -> name(row.key()))).contains("~1");
  }

  @Test
  void secondRequestIsCountedAndCanBeSwitchedOff() {
    long before = Mechanism.SECOND_REQUEST.fired();
    CompletableFuture<?> unused = reader.read(List.of(readOf("a")), sides("near", "~1"));
    assertThat(hbase.requests()).containsExactly("a+near", "~1");
    assertThat(Mechanism.SECOND_REQUEST.fired() - before).isEqualTo(1);

    List<PiggybackRead> sides = sides("near2", "~2");
    unused = reader(false).read(List.of(readOf("b")), sides);
    assertThat(hbase.requests()).containsExactly("a+near", "~1", "b+near2");
    assertThat(sides.get(1).answer().join()).isEmpty();
    assertThat(Mechanism.SECOND_REQUEST.fired() - before).isEqualTo(1);
  }

  @Test
  void piggybackRowOfAnotherServerFailsAlone() {
    List<PiggybackRead> sides = sides("~bad", "~good");
    CompletableFuture<List<StoredRow>> read = reader.read(List.of(readOf("a")), sides);
    hbase.fail("~bad", new IOException("no such family"));
    hbase.answer("a", "~good");

    assertThat(read).isCompleted();
    assertThat(sides.get(0).answer().join()).isEmpty();
    assertThat(sides.get(1).answer().join()).isPresent();
  }

  @Test
  void piggybackRequestThatCannotBeSentIsAnswered() {
    send("~one");
    send("~two");
    List<PiggybackRead> sides = sides("~side");
    CompletableFuture<List<StoredRow>> read = reader.read(List.of(readOf("a")), sides);
    hbase.answer("a");
    hbase.breakWith(new StackOverflowError("while it was sent"));
    hbase.answer("~one");

    assertThat(read).isCompleted();
    assertThat(sides.get(0).answer()).isDone();
    assertThat(sides.get(0).answer().join()).isEmpty();
  }

  @Test
  void piggybackRequestsOfManyCallersLeaveTogether() {
    for (String row : List.of("1", "2", "3", "4")) {
      CompletableFuture<?> unused = reader.read(List.of(readOf("a" + row)), sides("~" + row));
    }
    hbase.answer("~1");

    assertThat(hbase.requests()).containsExactly("a1", "~1", "a2", "~2", "~3+~4");
  }

  @Test
  void nextRequestLeavesBeforeTheAnswerIsHandled() {
    List<String> sentByThen = new ArrayList<>();
    CompletableFuture<?> first = read("one").thenRun(() -> sentByThen.addAll(hbase.requests()));
    send("two");
    CompletableFuture<?> third = read("three").thenRun(() -> sentByThen.addAll(hbase.requests()));
    hbase.answer("one");
    assertThat(first).isCompleted();
    assertThat(sentByThen).containsExactly("one", "two", "three");

    sentByThen.clear();
    send("four");
    hbase.answer("three");
    assertThat(third).isCompleted();
    assertThat(sentByThen).containsExactly("one", "two", "three", "four");
  }

  @Test
  void eachAnswerIsHandledInTheContextOfItsCaller() {
    PiggybackRead side = PiggybackRead.of(readOf("side"));
    CompletableFuture<?> unused = side.answer().thenRun(() -> handled("side"));
    readAs("one", List.of());
    readAs("two", List.of());
    readAs("three", List.of());
    readAs("four", List.of(side));
    hbase.answer("one", "four", "side", "three", "two");

    assertThat(handled)
        .containsExactly(
            "one as one", "four as four", "side as four", "three as three", "two as two");
  }

  @SuppressWarnings("try") // the scope is there to be closed
  private void readAs(String caller, List<PiggybackRead> sides) {
    try (Scope scope = Context.root().with(CALLER, caller).makeCurrent()) {
      CompletableFuture<?> unused =
          reader.read(List.of(readOf(caller)), sides).thenRun(() -> handled(caller));
    }
  }

  private void handled(String row) {
    handled.add(row + " as " + Context.current().get(CALLER));
  }

  private void send(String row) {
    CompletableFuture<List<StoredRow>> unused = read(row);
  }

  private CompletableFuture<List<StoredRow>> read(String... rows) {
    return reader.read(Stream.of(rows).map(RowReaderTest::readOf).toList(), List.of());
  }

  private static List<PiggybackRead> sides(String... rows) {
    return Stream.of(rows).map(row -> PiggybackRead.of(readOf(row))).toList();
  }

  private static RowRead readOf(String row) {
    return RowRead.lockOf(new RowKey(HeldReads.TABLE, Bytes.toBytes(row)));
  }

  private static String name(RowKey key) {
    return Bytes.toString(key.row());
  }
}
