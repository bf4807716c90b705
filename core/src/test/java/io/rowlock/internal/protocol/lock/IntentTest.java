package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.G;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** How the operations on one row combine, and which mutations they become. */
class IntentTest {

  private static final byte[] ROW = bytes("row");
  private static final byte[] R = bytes("r");
  private static final byte[] VALUE = bytes("value");
  private static final long TIME = 100;

  @Test
  void lastOperationOnAColumnWins() {
    Intent intent =
        Intent.builder()
            .deleteColumn(F, Q)
            .put(F, Q, bytes("overwritten"))
            .put(F, Q, VALUE)
            .put(F, R, VALUE)
            .deleteColumn(F, R)
            .build();

    assertThat(cells(intent)).containsExactly("f:r DeleteColumn@99", "f:q Put@100=value");
  }

  @Test
  void emptiedFamilyForgetsWhatCameBefore() {
    Intent intent =
        Intent.builder()
            .put(F, Q, VALUE)
            .deleteColumn(F, R)
            .put(G, Q, VALUE)
            .deleteFamily(F)
            .build();

    assertThat(cells(intent)).containsExactly("f: DeleteFamily@99", "g:q Put@100=value");
  }

  @Test
  void emptiedFamilyTakesNewValues() {
    Intent intent = Intent.builder().deleteFamily(F).put(F, Q, VALUE).build();

    assertThat(cells(intent)).containsExactly("f: DeleteFamily@99", "f:q Put@100=value");
  }

  @Test
  void columnOfAnEmptiedFamilyNeedsNoDeleteOfItsOwn() {
    Intent intent = Intent.builder().deleteFamily(F).deleteColumn(F, Q).build();

    assertThat(cells(intent)).containsExactly("f: DeleteFamily@99");
  }

  @Test
  void nothingIsWrittenForNothing() {
    assertThat(Intent.EMPTY.isEmpty()).isTrue();
    assertThat(Intent.builder().build().isEmpty()).isTrue();
    assertThat(Intent.EMPTY.toMutations(ROW, TIME)).isEmpty();
    assertThat(Intent.EMPTY.totalBytes()).isZero();
  }

  @Test
  void deleteAloneIsAWrite() {
    assertThat(Intent.builder().deleteColumn(F, Q).build().isEmpty()).isFalse();
    assertThat(Intent.builder().deleteFamily(F).build().isEmpty()).isFalse();
  }

  @Test
  void builderGoesOnIndependently() {
    Intent.Builder builder = Intent.builder().put(F, Q, VALUE);
    Intent first = builder.build();

    builder.put(F, R, VALUE).deleteFamily(G);

    assertThat(LockText.of(first)).isEqualTo("f{q=value;}");
    assertThat(LockText.of(builder.build())).isEqualTo("f{q=value;r=value;}g!{}");
  }

  @Test
  void hidesWhatItWritesOrDeletes() {
    Intent intent = Intent.builder().put(F, Q, VALUE).deleteColumn(F, R).deleteFamily(G).build();

    assertThat(intent.hides(F, Q)).isTrue();
    assertThat(intent.hides(F, R)).isTrue();
    assertThat(intent.hides(G, Q)).isTrue();
    assertThat(intent.hides(F, bytes("other"))).isFalse();
    assertThat(intent.hides(bytes("other"), Q)).isFalse();
  }

  @Test
  void familiesComeInOrder() {
    Intent intent = Intent.builder().put(G, Q, VALUE).deleteFamily(F).build();

    assertThat(intent.familyNames()).containsExactly(F, G);
  }

  /** Limits are checked with the estimate: the real size must never be above it. */
  @Test
  void lockCellTakesNoMoreThanEstimated() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1_000; i++) {
      Intent.Builder builder = Intent.builder();
      for (int columns = random.nextInt(5); columns > 0; columns--) {
        byte[] qualifier = new byte[random.nextInt(300)];
        random.nextBytes(qualifier);
        builder.put(random.nextBoolean() ? F : G, qualifier, new byte[random.nextInt(20_000)]);
      }
      Intent intent = builder.build();

      assertThat(encodedSize(intent) - encodedSize(Intent.EMPTY))
          .isLessThanOrEqualTo(intent.totalBytes());
    }
  }

  private static long encodedSize(Intent intent) {
    RowReference primary = new RowReference(ProtocolFixture.key("row"), 1);
    TransactionId id = new TransactionId(1, 2);
    return RowLockCodec.encode(
            new RowLock.Prewritten(id, RowLock.Stable.UNBORN, 5, intent, primary, 0, 0, null))
        .length;
  }

  private static List<String> cells(Intent intent) {
    List<String> cells = new ArrayList<>();
    for (Mutation mutation : intent.toMutations(ROW, TIME)) {
      assertThat(mutation.getRow()).isEqualTo(ROW);
      mutation
          .getFamilyCellMap()
          .values()
          .forEach(family -> family.forEach(cell -> cells.add(text(cell))));
    }
    return cells;
  }

  private static String text(Cell cell) {
    String column = Bytes.toString(CellUtil.cloneFamily(cell)) + ":" + qualifier(cell);
    String value =
        cell.getType() == Cell.Type.Put ? "=" + Bytes.toString(CellUtil.cloneValue(cell)) : "";
    return column + " " + cell.getType() + "@" + cell.getTimestamp() + value;
  }

  private static String qualifier(Cell cell) {
    return Bytes.toString(CellUtil.cloneQualifier(cell));
  }
}
