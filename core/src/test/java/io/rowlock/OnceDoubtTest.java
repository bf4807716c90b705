package io.rowlock;

import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.once.OnceResult;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Calls whose commit gets no answer, on a store in memory. */
class OnceDoubtTest {

  private static final byte[] DONE = "done".getBytes(StandardCharsets.UTF_8);

  /** What Kotlin code, for example, throws without a declaration. */
  private static final class UndeclaredException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private final DoubtfulManager doubtful = new DoubtfulManager();
  private final OnceTable<byte[]> table = OnceTable.on(doubtful.manager, DoubtfulManager.IDS);
  private int runs;

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that is how it is done
  private static <X extends Throwable> byte[] sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  @Test
  void doubtOutlivesAnUndeclaredCheckedException() {
    UndeclaredException later = new UndeclaredException();
    doubtful.loseNext();
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
    doubtful.loseNext();
    CompletableFuture<OnceResult<byte[]>> future =
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

  /** A repetition would run the inner transaction again. */
  @Test
  void doubtAboutAnInnerTransactionEndsTheCall() {
    assertThatThrownBy(
            () ->
                table.call(
                    "x",
                    transaction -> {
                      runs++;
                      doubtful.loseNext();
                      swallowDoubt();
                      doubtful.loseNext();
                      return DONE;
                    }))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .satisfies(
            doubt ->
                assertThat(doubt.getSuppressed())
                    .hasOnlyElementsOfType(CommitOutcomeUnknownException.class));
    assertThat(runs).isEqualTo(1);
  }

  private void swallowDoubt() throws IOException {
    try {
      doubtful.manager.run(inner -> write(inner, "c", "inner"));
      throw new AssertionError("The commit must get no answer");
    } catch (CommitOutcomeUnknownException swallowed) {
      assertThat(swallowed).isNotNull();
    }
  }
}
