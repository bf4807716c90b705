package io.rowlock.internal.protocol.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowLockCodecTest {

  private static final RowKey ROW = ProtocolFixture.key("row");

  static Set<String> goldenNames() {
    return GoldenLocks.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("goldenNames")
  void encodesEveryByteAsPinned(String name) {
    RowLock lock = GoldenLocks.all().get(name);

    assertThat(Bytes.toHex(RowLockCodec.encode(lock)))
        .isEqualTo(Bytes.toHex(GoldenLocks.bytesOf(name)));
  }

  @ParameterizedTest
  @MethodSource("goldenNames")
  void decodesPinnedBytes(String name) {
    RowLock decoded = RowLockCodec.decode(ROW, GoldenLocks.bytesOf(name));

    assertThat(LockText.of(decoded)).isEqualTo(LockText.of(GoldenLocks.all().get(name)));
  }

  /** The bytes as derived by hand from the layout; the other pinned bytes are long. */
  @Test
  void layoutOfTheSmallestLockIsAsDescribed() {
    byte[] format = {1};
    byte[] state = {1};
    byte[] versionWriterFenceTrail = {0, 0, 1, 0};

    byte[] golden = GoldenLocks.bytesOf("stable-fenced-before-its-first-write");

    assertThat(golden).hasSize(6 + Integer.BYTES);
    assertThat(Bytes.head(golden, 6)).isEqualTo(Bytes.add(format, state, versionWriterFenceTrail));
  }

  @Test
  void everyLockComesBackAsItWent() {
    RandomLocks locks = new RandomLocks(new SplittableRandom(20_250_101));
    Set<Class<?>> kinds = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));

    for (int i = 0; i < 20_000; i++) {
      RowLock lock = locks.next();
      byte[] bytes = RowLockCodec.encode(lock);
      RowLock decoded = RowLockCodec.decode(ROW, bytes);
      assertThat(LockText.of(decoded)).as("lock %d", i).isEqualTo(LockText.of(lock));
      assertThat(RowLockCodec.encode(decoded)).as("lock %d", i).isEqualTo(bytes);
      kinds.add(lock.getClass());
    }

    assertThat(kinds).hasSize(3);
  }

  /** I1 depends on this: another fence, another beat, another writer are other bytes. */
  @Test
  void differentLocksHaveDifferentBytes() {
    RandomLocks locks = new RandomLocks(new SplittableRandom(7));
    List<String> texts = new ArrayList<>();
    Set<String> hex = new TreeSet<>();

    for (int i = 0; i < 5_000; i++) {
      RowLock lock = locks.next();
      texts.add(LockText.of(lock));
      hex.add(Bytes.toHex(RowLockCodec.encode(lock)));
    }

    assertThat(hex).hasSize((int) texts.stream().distinct().count());
  }

  /** As if it had a state of a later version: it may be committed already. */
  @Test
  void markedPrimaryIsRefused() {
    byte[] marked = GoldenLocks.bytesOf("marked-primary");

    assertThatThrownBy(() -> RowLockCodec.decode(ROW, marked))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("mark 1 is unknown");
    assertThat(RowLockCodec.isOfOtherVersion(marked)).isTrue();
    marked[marked.length - 1]++;
    assertThat(RowLockCodec.isOfOtherVersion(marked)).isFalse();
  }

  @Test
  void commitTimestampThatDoesNotClearItsBaseIsRefused() {
    RowLock.Stable base = new RowLock.Stable(10, null, 0, WriterTrail.EMPTY);
    TransactionId id = new TransactionId(0, 0);
    RowReference primary = new RowReference(ROW, 1);
    byte[] bytes =
        RowLockCodec.encode(
            new RowLock.Prewritten(id, base, 11, Intent.EMPTY, primary, 0, 0, null));

    assertThatThrownBy(() -> RowLockCodec.decode(ROW, bytes))
        .hasMessageContaining("its commit timestamp is not above its base version");
  }
}
