package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.once.OnceResult;
import io.rowlock.once.OnceTable;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

/** Calls whose first commit gets no answer, on a store in memory. */
class OnceDoubtTest {

  private static final TableName IDS = TableName.valueOf("ids");
  private static final byte[] DONE = "done".getBytes(StandardCharsets.UTF_8);

  /** What Kotlin code, for example, throws without a declaration. */
  private static final class UndeclaredException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** A server that is down from the first write until its outcome is given up. */
  private final class SilentServer implements Interceptor {

    private boolean isAtFirstWrite = true;

    @Override
    public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
      if (isAtFirstWrite || isDown()) {
        isAtFirstWrite = false;
        LostMessage.request(call);
      } else {
        call.deliver();
      }
    }

    @Override
    public void onRead(PendingCall<RowRead, StoredRow> call) {
      if (!isAtFirstWrite && isDown()) {
        call.fail(new IOException("down"));
      } else {
        call.deliver();
      }
    }
  }

  private final TransactionManager manager = manager();
  private final OnceTable table = OnceTable.on(manager, IDS);
  private int runs;

  private boolean isDown() {
    return manager.counters().unknownOutcomes() == 0;
  }

  /** Time advances by itself when a transaction waits. */
  private TransactionManager manager() {
    VirtualTime time = new VirtualTime();
    InMemoryRowStore store = new InMemoryRowStore(new SilentServer());
    store.createTable(IDS, "o");
    Environment virtual = time.environment(1);
    Environment environment =
        new Environment(
            virtual.clock(),
            (delay, task) -> {
              time.schedule(delay, task);
              time.advance(delay);
            },
            virtual.random());
    return SimulatedManager.of(
            store, environment, RowlockOptions.builder().build().protocol(), Runnable::run, 3, 100)
        .manager();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that is how it is done
  private static <X extends Throwable> byte[] sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  @Test
  void doubtOutlivesACheckedExceptionThatNobodyDeclares() {
    UndeclaredException later = new UndeclaredException();
    assertThatThrownBy(
            () ->
                table.call(
                    "x",
                    transaction ->
                        ++runs == 1 ? DONE : OnceDoubtTest.<RuntimeException>sneak(later)))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .hasSuppressedException(later);
    assertThat(runs).isEqualTo(2);
  }

  @Test
  void doubtOutlivesItAlsoWithoutBlocking() {
    UndeclaredException later = new UndeclaredException();
    CompletableFuture<OnceResult> future =
        table.callAsync(
            "x",
            transaction ->
                CompletableFuture.completedFuture(
                    ++runs == 1 ? DONE : OnceDoubtTest.<RuntimeException>sneak(later)));
    assertThatThrownBy(future::join)
        .hasCauseInstanceOf(CommitOutcomeUnknownException.class)
        .satisfies(thrown -> assertThat(thrown.getCause()).hasSuppressedException(later));
    assertThat(runs).isEqualTo(2);
  }

  @Test
  void checkedExceptionWithoutADoubtPasses() {
    UndeclaredException thrown = new UndeclaredException();
    assertThatThrownBy(
            () -> table.call("x", transaction -> OnceDoubtTest.<RuntimeException>sneak(thrown)))
        .isSameAs(thrown);
  }
}
