package io.rowlock.internal.protocol.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.LockPrefetch;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Scheduler;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Transactions of one process take turns at the rows that they write. */
class RowQueueTest {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();
  private final RowQueue queue = new RowQueue(time.environment(1), LONGEST_WAIT, 7);
  private final List<String> begun = new ArrayList<>();

  @Test
  void oneAtATimeInTheOrderOfArrival() {
    CompletableFuture<Void> first = begin("first", "a", "b");
    CompletableFuture<Void> second = begin("second", "b", "c");
    CompletableFuture<Void> third = begin("third", "c");

    assertThat(begun).containsExactly("first", "third");
    first.complete(null);
    assertThat(begun).as("waits for c").containsExactly("first", "third");
    third.complete(null);
    assertThat(begun).containsExactly("first", "third", "second");
    second.complete(null);
    assertThat(queue.isAnyTaken(rows("a", "b", "c"))).isFalse();
  }

  @Test
  void rowsWithoutRivalsAreFree() {
    CompletableFuture<Void> unused = begin("first", "a");

    assertThat(queue.isAnyTaken(rows("b"))).isFalse();
    assertThat(queue.isAnyTaken(rows("a", "b"))).isTrue();
  }

  @Test
  void turnThatTakesTooLongPassesToTheNextInLineAlone() {
    CompletableFuture<Void> slow = begin("slow", "a");
    CompletableFuture<Void> second = begin("second", "a");
    CompletableFuture<Void> third = begin("third", "a");
    time.advance(LONGEST_WAIT);
    assertThat(begun).containsExactly("slow", "second");

    slow.complete(null);
    assertThat(begun).as("the turn was not the slow one's any more").hasSize(2);
    second.complete(null);
    assertThat(begun).containsExactly("slow", "second", "third");
    third.complete(null);
    assertThat(queue.isAnyTaken(rows("a"))).isFalse();
  }

  @Test
  void longLineOfSlowTurnsStaysOne() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(begin("slow " + i, "a"));
    }
    for (int turn = 1; turn < 50; turn++) {
      assertThat(begun).as("one goes a turn").hasSize(turn);
      time.advance(LONGEST_WAIT);
    }
    assertThat(begun).hasSize(50);
    all.forEach(one -> one.complete(null));
    assertThat(queue.isAnyTaken(rows("a"))).isFalse();
  }

  /** The timer refuses tasks, as in a manager that is being closed. */
  @Test
  void turnWithoutATimerIsNotWaitedFor() {
    Environment open = time.environment(1);
    Scheduler closed =
        (delay, task) -> {
          throw new RejectedExecutionException("closed");
        };
    RowQueue unwatched =
        new RowQueue(new Environment(open.clock(), closed, open.random()), LONGEST_WAIT, 7);
    RowTurn holder = take(unwatched, "a", "b").join();
    List<CompletableFuture<RowTurn>> waiting =
        List.of(take(unwatched, "a", "b"), take(unwatched, "a"), take(unwatched, "b"));

    holder.release();

    assertThat(waiting).allMatch(CompletableFuture::isDone);
    waiting.forEach(turn -> turn.join().release());
    assertThat(unwatched.isAnyTaken(rows("a", "b"))).isFalse();
  }

  @Test
  void turnWhoseWatchFailsIsOwnedByNoTransaction() {
    Clock breaking =
        new Clock() {
          private int looks;

          @Override
          public long currentMillis() {
            return time.currentMillis();
          }

          @Override
          public long monotonicNanos() {
            if (++looks == 3) { // one for each line that it may join, then for the watch
              throw new StackOverflowError("in the clock");
            }
            return time.monotonicNanos();
          }
        };
    RowQueue broken =
        new RowQueue(
            new Environment(breaking, time, time.environment(1).random()), LONGEST_WAIT, 7);
    RowTurn first = new RowTurn(broken, rows("a"), null, OptionalLong.empty());
    RowTurn second = new RowTurn(broken, rows("a"), null, OptionalLong.empty());
    broken.take(first).join();
    assertThat(broken.take(second)).isCompletedExceptionally();
    first.release();
    assertThat(broken.isAnyTaken(rows("a"))).isFalse();
  }

  @Test
  void turnPassesOnAfterAFailure() {
    CompletableFuture<Void> first = begin("first", "a");
    CompletableFuture<Void> second = begin("second", "a");
    first.completeExceptionally(new IllegalStateException("failed"));
    assertThat(begun).containsExactly("first", "second");

    second.complete(null);
    assertThat(queue.isAnyTaken(rows("a"))).isFalse();
  }

  @Test
  void rowsAreContestedUntilTheLastInLineHasCommitted() {
    RowTurn first = take(queue, "a", "b").join();
    CompletableFuture<RowTurn> second = take(queue, "b");
    assertThat(queue.isAnyContested(rows("c"))).isFalse();
    assertThat(queue.isAnyContested(rows("a"))).isTrue();

    queue.noteCommitted(first);
    assertThat(queue.isAnyContested(rows("a"))).as("only to be rolled forward").isFalse();
    assertThat(queue.isAnyContested(rows("b")))
        .as("another transaction waits to write it")
        .isTrue();
    first.release();
    queue.noteCommitted(first);
    assertThat(queue.isAnyContested(rows("b"))).as("the next has not committed").isTrue();
    queue.noteCommitted(second.join());
    assertThat(queue.isAnyContested(rows("b"))).isFalse();
    assertThat(queue.isAnyTaken(rows("b"))).isTrue();
    second.join().release();
    assertThat(queue.isAnyTaken(rows("a", "b"))).isFalse();
  }

  @Test
  void longestWaitIsForAllRowsTogether() {
    CompletableFuture<Void> slow = begin("slow", "a", "b", "c");
    CompletableFuture<Void> impatient = begin("impatient", "a", "b", "c");
    time.advance(LONGEST_WAIT);

    assertThat(begun).containsExactly("slow", "impatient");
    impatient.complete(null);
    slow.complete(null);
    assertThat(queue.isAnyTaken(rows("a", "b", "c"))).isFalse();
  }

  @Test
  void turnThatHasLostARowTakesNoneAlong() {
    CompletableFuture<Void> first = begin("first", "b");
    CompletableFuture<Void> slow = begin("slow", "b");
    CompletableFuture<RowTurn> leader = take(queue, "a", "b");
    CompletableFuture<RowTurn> next = take(rows("a", "b"), member());
    CompletableFuture<RowTurn> last = take(rows("a", "b"), member());
    time.advance(LONGEST_WAIT.dividedBy(2));
    first.complete(null);
    time.advance(LONGEST_WAIT.dividedBy(2));
    slow.complete(null);

    queue.takeMembers(leader.join(), 63, joins -> true);
    assertThat(last).as("next has a").isNotDone();
    leader.join().release();
    queue.takeMembers(next.join(), 63, joins -> true);
    assertThat(last.join().isCombined).isTrue();
    next.join().release();
    assertThat(queue.isAnyTaken(rows("a", "b"))).isFalse();
  }

  @Test
  void onlyTheHeadOfTheLineIsLookedAt() {
    RowTurn leader = take(queue, "a").join();
    List<CompletableFuture<RowTurn>> waiting = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      waiting.add(take(rows("a"), member()));
    }
    AtomicInteger looks = new AtomicInteger();
    Predicate<Member> every20th = joins -> looks.incrementAndGet() % 20 == 0;

    queue.takeMembers(leader, 63, every20th);
    assertThat(waiting.stream().filter(CompletableFuture::isDone)).hasSize(3);
    assertThat(looks).hasValue(63);
  }

  private CompletableFuture<RowTurn> take(List<RowKey> rows, @Nullable Member member) {
    return queue.take(new RowTurn(queue, rows, member, OptionalLong.empty()));
  }

  private static CompletableFuture<RowTurn> take(RowQueue queue, String... rows) {
    return queue.take(new RowTurn(queue, rows(rows), null, OptionalLong.empty()));
  }

  private Member member() {
    return Member.of(
        new CommitRequest(
            TransactionId.fresh(time.environment(1).random()),
            1,
            new TreeMap<>(),
            new ReadSet(),
            new LockPrefetch(time.environment(1).clock()),
            Hold.NONE,
            TransactionObserver.NONE,
            new CommitGate()));
  }

  @Test
  void longLineThatFailsAtOnceDoesNotOverflowTheStack() {
    RowTurn first = take(queue, "a").join();
    List<CompletableFuture<Void>> failing = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      failing.add(failAtOnce(rows("a")));
    }
    first.release();

    assertThat(failing.stream().filter(CompletableFuture::isCompletedExceptionally).count())
        .isEqualTo(failing.size());
    assertThat(begun).hasSize(20_000);
    assertThat(queue.isAnyTaken(rows("a"))).isFalse();
  }

  /** Each holds a row and waits for the row that the next one holds. */
  @Test
  void longChainOfLinesDoesNotOverflowTheStack() {
    List<RowKey> chain =
        IntStream.range(0, 20_000).mapToObj(i -> row("%05d".formatted(i))).toList();
    RowTurn last = take(chain.subList(chain.size() - 1, chain.size()), null).join();
    List<CompletableFuture<Void>> failing = new ArrayList<>();
    for (int i = chain.size() - 2; i >= 0; i--) {
      failing.add(failAtOnce(chain.subList(i, i + 2)));
    }
    last.release();

    assertThat(failing.stream().filter(CompletableFuture::isCompletedExceptionally).count())
        .isEqualTo(failing.size());
    assertThat(begun).hasSize(chain.size() - 1);
    assertThat(queue.isAnyTaken(chain)).isFalse();
  }

  private CompletableFuture<Void> failAtOnce(List<RowKey> rows) {
    return take(rows, null)
        .thenCompose(
            turn -> {
              begun.add("one more");
              return CompletableFuture.<Void>failedFuture(new IllegalStateException("down"))
                  .whenComplete((done, failure) -> turn.release());
            });
  }

  /** The future that ends the turn. */
  private CompletableFuture<Void> begin(String name, String... rows) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<Void> unused =
        take(queue, rows)
            .thenCompose(
                turn -> {
                  begun.add(name);
                  return end.whenComplete((done, failure) -> turn.release());
                });
    return end;
  }

  private static List<RowKey> rows(String... names) {
    return List.of(names).stream().map(RowQueueTest::row).toList();
  }

  private static RowKey row(String name) {
    return new RowKey(TableName.valueOf("table"), Bytes.toBytes(name));
  }
}
