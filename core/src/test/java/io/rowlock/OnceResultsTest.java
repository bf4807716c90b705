package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.once.OnceCodec;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What work that takes effect once returns and throws, on a store in memory. */
class OnceResultsTest {

  /** What the application declares. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private final DoubtfulManager doubtful = new DoubtfulManager();
  private final OnceTable<byte[]> bytes = OnceTable.on(doubtful.manager, DoubtfulManager.IDS);
  private final OnceTable<String> texts = bytes.with(OnceCodec.TEXT);
  private final OnceTable<Integer> numbers =
      bytes.with(
          new OnceCodec<>(
              number -> ByteBuffer.allocate(Integer.BYTES).putInt(number).array(),
              stored -> ByteBuffer.wrap(stored).getInt()));

  @Test
  void laterCallReturnsWhatWasKept() throws IOException {
    assertThat(texts.call("x", transaction -> "grün").value()).isEqualTo("grün");
    var second = texts.call("x", transaction -> "red");
    assertThat(second.value()).isEqualTo("grün");
    assertThat(second.isRepeated()).isTrue();
    assertThat(texts.find("x")).hasValueSatisfying(kept -> assertThat(kept).isEqualTo(second));
  }

  @Test
  void attemptWithoutAnAnswerReturnsWhatWasKept() throws IOException {
    doubtful.loseNext();
    assertThat(numbers.call("x", transaction -> 42).value()).isEqualTo(42);
    assertThat(numbers.callAsync("x", transaction -> CompletableFuture.completedFuture(43)).join())
        .satisfies(kept -> assertThat(kept.value()).isEqualTo(42));
  }

  /** The compiler knows which checked exceptions a call can throw. */
  @Test
  void exceptionOfTheWorkPassesAsItIs() throws IOException {
    RefusedException refused = new RefusedException();
    try {
      texts.call("x", transaction -> refuse(refused));
      throw new AssertionError("The work must be refused");
    } catch (RefusedException thrown) {
      assertThat(thrown).isSameAs(refused);
    }
    assertThatThrownBy(() -> texts.callAsync("x", transaction -> failing(refused)).join())
        .hasCause(refused);
    assertThat(texts.find("x")).isEmpty();
  }

  private static String refuse(RefusedException refused) throws RefusedException {
    throw refused;
  }

  private static CompletableFuture<String> failing(RefusedException refused)
      throws RefusedException {
    throw refused;
  }

  @Test
  void workWhoseResultCannotBeKeptIsNotCommitted() throws IOException {
    IllegalStateException unwritable = new IllegalStateException("unwritable");
    OnceTable<String> broken =
        bytes.with(
            new OnceCodec<>(
                text -> {
                  throw unwritable;
                },
                stored -> ""));
    assertThatThrownBy(() -> broken.call("x", transaction -> "green")).isSameAs(unwritable);
    assertThat(texts.find("x")).isEmpty();
  }

  @Test
  void unreadableResultStaysAndIsNoReasonToWorkAgain() throws IOException {
    var unused = texts.call("x", transaction -> "");
    assertThatThrownBy(() -> numbers.call("x", transaction -> 42))
        .isInstanceOf(BufferUnderflowException.class);
    assertThat(texts.call("x", transaction -> "red").value()).isEmpty();
  }
}
