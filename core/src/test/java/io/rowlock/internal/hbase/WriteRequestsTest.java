package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WriteRequestsTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final StoredLock LOCK = new StoredLock(Bytes.toBytes("lock"), 11);

  @Test
  void comparesTheRawBytesOfTheExpectedLock() throws IOException {
    byte[] bytes = Bytes.toBytes("expected");

    CheckAndMutate request = WriteRequests.of(write(new StoredLock(bytes, 10)));

    assertThat(request.getFamily()).isEqualTo(LockColumn.family());
    assertThat(request.getQualifier()).isEqualTo(LockColumn.qualifier());
    assertThat(request.getCompareOp()).isEqualTo(CompareOperator.EQUAL);
    assertThat(request.getValue()).isSameAs(bytes);
  }

  @Test
  void expectsNoLockWhereNoneIsExpected() throws IOException {
    assertThat(WriteRequests.of(write(null)).getValue()).isNull();
  }

  @Test
  void removalDeletesUpToTheLockTimeThatWasSeen() {
    CheckAndMutate request =
        WriteRequests.of(
            new LockRemoval(new RowKey(TableName.valueOf("t"), ROW), LOCK, Durability.FSYNC_WAL));

    Delete delete = (Delete) request.getAction();
    assertThat(request.getValue()).isSameAs(LOCK.bytes());
    assertThat(delete.getDurability()).isEqualTo(Durability.FSYNC_WAL);
    Cell marker = delete.getFamilyCellMap().get(LockColumn.family()).get(0);
    assertThat(marker.getType()).isEqualTo(Cell.Type.DeleteColumn);
    assertThat(marker.getTimestamp()).isEqualTo(11);
  }

  @Test
  void putsTravelInThePutOfTheLock() throws IOException {
    Put data = new Put(ROW).addColumn(F, Q, 9, Q);

    Put put = (Put) WriteRequests.of(write(null, data)).getAction();

    assertThat(put.getDurability()).isEqualTo(Durability.FSYNC_WAL);
    Cell lock = put.get(LockColumn.family(), LockColumn.qualifier()).get(0);
    assertThat(lock.getTimestamp()).isEqualTo(11);
    assertThat(put.get(F, Q).get(0).getTimestamp()).isEqualTo(9);
  }

  @Test
  void deletesTravelBesideThePutOfTheLock() throws IOException {
    Delete delete = new Delete(ROW).addColumns(F, Q, 8);
    Put data = new Put(ROW).addColumn(F, Q, 9, Q);

    RowMutations mutations = (RowMutations) WriteRequests.of(write(null, data, delete)).getAction();

    assertThat(mutations.getMutations())
        .hasSize(2)
        .allMatch(mutation -> mutation.getDurability() == Durability.FSYNC_WAL);
  }

  @Test
  void lockDoesNotInheritTheTimeToLiveOfData() throws IOException {
    Put expiring = new Put(ROW).addColumn(F, Q, 9, Q).setTTL(1000);

    RowMutations mutations = (RowMutations) WriteRequests.of(write(null, expiring)).getAction();

    assertThat(mutations.getMutations())
        .filteredOn(mutation -> mutation.has(LockColumn.family(), LockColumn.qualifier()))
        .singleElement()
        .satisfies(put -> assertThat(put.getTTL()).isEqualTo(Long.MAX_VALUE));
  }

  @Test
  void leavesTheMutationsOfTheCallerAlone() throws IOException {
    Put put = new Put(ROW).addColumn(F, Q, 9, Q);
    Delete delete = new Delete(ROW).addColumns(F, Q, 8);

    WriteRequests.of(write(null, put, delete));

    assertThat(put.size()).isEqualTo(1);
    assertThat(put.getDurability()).isEqualTo(Durability.USE_DEFAULT);
    assertThat(delete.getDurability()).isEqualTo(Durability.USE_DEFAULT);
  }

  @Test
  void refusesWhatIsNotIdempotent() {
    Increment increment = new Increment(ROW).addColumn(F, Q, 1);

    assertThatThrownBy(() -> WriteRequests.of(write(null, increment)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ConditionalWrite write(@Nullable StoredLock expected, Mutation... data) {
    RowKey key = new RowKey(TableName.valueOf("table"), ROW);
    return new ConditionalWrite(key, expected, LOCK, Arrays.asList(data), Durability.FSYNC_WAL);
  }
}
