package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.hbase.SharedReads.PendingRead;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two reads are under way when a test starts, so that all others wait. */
class SharedReadsTest {

  private final HeldReads hbase = new HeldReads();
  private final VirtualTime time = new VirtualTime();
  private final SharedReads shared =
      new SharedReads(
          new TableViews(
              hbase.connection(),
              new HBaseStoreSettings(Duration.ofSeconds(10), Duration.ofSeconds(60), 100, true)),
          time.environment(1));
  private final RpcSender sender =
      new RpcSender(
          new RpcSender.Limiter(100, Duration.ofSeconds(70), time.environment(1)),
          new RpcCounter(),
          ContextPropagator.NONE);

  @BeforeEach
  void fillThePlaces() {
    read("one");
    read("two");
  }

  @Test
  void rowAnsweredLateDelaysNoOtherCaller() {
    PendingRead moving = read("moving");
    PendingRead healthy = read("healthy");
    hbase.answer("one", "healthy");

    assertThat(rows(healthy)).containsExactly("healthy");
    assertThat(moving.rows().get(0)).isNotDone();
    hbase.answer("moving");
    assertThat(rows(moving)).containsExactly("moving");
  }

  @Test
  void rowAnsweredLateDelaysNoOtherRowOfItsCaller() {
    PendingRead both = read("moving", "healthy");
    hbase.answer("one", "healthy");

    assertThat(both.rows().get(1)).isDone();
  }

  @Test
  void eachCallerGetsItsOwnRowsInOrder() {
    PendingRead first = read("c", "a");
    PendingRead second = read("b");
    PendingRead third = read("a", "d");
    hbase.answer("one");
    assertThat(hbase.requests()).containsExactly("one", "two", "c+a+b+a+d");
    hbase.answer("d", "a", "b", "a", "c");

    assertThat(rows(first)).containsExactly("c", "a");
    assertThat(rows(second)).containsExactly("b");
    assertThat(rows(third)).containsExactly("a", "d");
  }

  @Test
  void failedRowFailsItsCallerOnly() {
    PendingRead bad = read("bad");
    PendingRead good = read("good");
    hbase.answer("one");
    hbase.fail("bad", new IOException("no such family"));
    hbase.answer("good");

    assertThat(bad.rows().get(0)).isCompletedExceptionally();
    assertThat(rows(good)).containsExactly("good");
  }

  @Test
  void rowThatHBaseLosesFailsInTheEnd() {
    PendingRead both = read("lost", "found");
    hbase.answer("one", "found");
    time.advance(Duration.ofSeconds(70));

    assertThat(Bytes.toString(both.rows().get(1).join().getRow())).isEqualTo("found");
    assertThat(both.rows().get(0)).isCompletedExceptionally();
    assertThat(hbase.isTried("lost")).isFalse();
  }

  @Test
  void requestThatCannotBeSentFailsAll() {
    PendingRead first = read("a");
    PendingRead second = read("b");
    hbase.breakWith(new StackOverflowError("while it was sent"));
    hbase.answer("one");
    assertThat(first.rows().get(0)).isCompletedExceptionally();
    assertThat(second.rows().get(0)).isCompletedExceptionally();

    hbase.breakWith(null);
    read("c");
    assertThat(hbase.requests()).as("the place is free").containsExactly("one", "two", "c");
  }

  @Test
  void requestKeepsItsPlaceUntilAllItsRowsAreAnswered() {
    read("a");
    read("b");
    hbase.answer("one", "a");
    read("c");
    assertThat(hbase.requests()).containsExactly("one", "two", "a+b");
    hbase.answer("b");
    assertThat(hbase.requests()).containsExactly("one", "two", "a+b", "c");
  }

  @Test
  void rowsThatNoCallerWaitsForKeepNoPlace() {
    fetch(1, "a", "piggyback");
    hbase.answer("one", "a");
    read("b");

    assertThat(hbase.requests()).containsExactly("one", "two", "a+piggyback", "b");
  }

  @Test
  void unansweredRowKeepsItsPlaceForAWhileOnly() {
    read("a");
    time.advance(Duration.ofMillis(49));
    assertThat(hbase.requests()).containsExactly("one", "two");
    time.advance(Duration.ofMillis(2));
    assertThat(hbase.requests()).containsExactly("one", "two", "a");
  }

  @Test
  void largeReadsGoAlone() {
    read("a");
    read(IntStream.range(0, 65).mapToObj(i -> "r" + i).toArray(String[]::new));

    assertThat(hbase.requests()).hasSize(3).last().asString().startsWith("r0+").endsWith("+r64");
  }

  @Test
  void requestsStaySmall() {
    IntStream.range(0, 33).forEach(i -> read("a" + i, "b" + i));
    hbase.answer("one");
    assertThat(hbase.requests().get(2).split("\\+", -1)).hasSize(64);
    hbase.answer("two");
    assertThat(hbase.requests().get(3)).isEqualTo("a32+b32");
  }

  @Test
  void longLineThatIsAnsweredAtOnceDoesNotOverflowTheStack() {
    List<PendingRead> reads = IntStream.range(0, 100_000).mapToObj(i -> read("r")).toList();
    hbase.answerAtOnce();
    hbase.answer("one");

    assertThat(reads).allMatch(read -> read.rows().get(0).isDone());
  }

  private PendingRead read(String... rows) {
    return fetch(rows.length, rows);
  }

  private PendingRead fetch(int requested, String... rows) {
    List<Get> gets = Stream.of(rows).map(row -> new Get(Bytes.toBytes(row))).toList();
    PendingRead read = new PendingRead(gets, requested, HeldReads.SERVER, sender);
    shared.fetch(new SharedReads.Target(HeldReads.TABLE, HeldReads.SERVER.getAddress()), read);
    return read;
  }

  private static List<String> rows(PendingRead read) {
    assertThat(read.rows()).allMatch(CompletableFuture::isDone);
    return read.rows().stream().map(row -> Bytes.toString(row.join().getRow())).toList();
  }
}
