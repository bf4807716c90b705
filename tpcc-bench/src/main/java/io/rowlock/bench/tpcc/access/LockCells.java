package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What mode 2pc writes besides the data: in each row, in a family of their own, its owner, the
 * number of its readers, and what is to be written there; in a table of its own the decisions.
 *
 * <p>Nothing is ever deleted here but emptied or counted down: HBase lets a delete mask what is
 * written after it in the same millisecond.
 */
public final class LockCells {
  public static final byte[] FAMILY = Bytes.toBytes("k");
  public static final TableName LOG = TableName.valueOf("rowlock_tpcc_txlog");

  private static final byte[] OWNER = Bytes.toBytes("x");
  private static final byte[] READERS = Bytes.toBytes("s");
  private static final byte[] INTENT = Bytes.toBytes("i");
  private static final byte[] NOTHING = {};

  private LockCells() {}

  /** One more reader, if the row has no owner and no waiting owner. */
  static CheckAndMutate share(byte[] row) throws IOException {
    return CheckAndMutate.newBuilder(row)
        .ifNotExists(FAMILY, OWNER)
        .build(new Increment(row).addColumn(FAMILY, READERS, 1));
  }

  /** Keeps new readers away; the row is owned when {@link #readers} are none. */
  static CheckAndMutate claim(byte[] row, byte[] owner) throws IOException {
    return owning(row, owner, CheckAndMutate.newBuilder(row).ifNotExists(FAMILY, OWNER));
  }

  /** Asks once more for the readers of a row that is claimed. */
  static CheckAndMutate keepClaim(byte[] row, byte[] owner) throws IOException {
    return owning(row, owner, CheckAndMutate.newBuilder(row).ifEquals(FAMILY, OWNER, owner));
  }

  private static CheckAndMutate owning(byte[] row, byte[] owner, CheckAndMutate.Builder condition)
      throws IOException {
    return condition.build(
        RowMutations.of(
            List.of(
                new Put(row).addColumn(FAMILY, OWNER, owner),
                new Increment(row).addColumn(FAMILY, READERS, 0))));
  }

  static long readers(CheckAndMutateResult result) {
    return Bytes.toLong(result.getResult().getValue(FAMILY, READERS));
  }

  /** Removes one reader. */
  static Increment leave(byte[] row) {
    return new Increment(row).addColumn(FAMILY, READERS, -1).setReturnResults(false);
  }

  /** Whatever was prepared is dropped, if the row is owned or claimed. */
  static CheckAndMutate giveUp(byte[] row, byte[] owner) {
    return CheckAndMutate.newBuilder(row).ifEquals(FAMILY, OWNER, owner).build(release(row));
  }

  static Put release(byte[] row) {
    return new Put(row).addColumn(FAMILY, OWNER, NOTHING).addColumn(FAMILY, INTENT, NOTHING);
  }

  /** What a row that is owned will become, so that it could be found out after a crash. */
  static Put prepare(byte[] row, Row cells) {
    return new Put(row).addColumn(FAMILY, INTENT, Intent.encode(cells));
  }

  static Put prepareDelete(byte[] row) {
    return new Put(row).addColumn(FAMILY, INTENT, Intent.DELETE);
  }

  static RowMutations delete(Delete delete) throws IOException {
    return RowMutations.of(List.<Mutation>of(delete, release(delete.getRow())));
  }

  static Put put(Put put) {
    return put.addColumn(FAMILY, OWNER, NOTHING).addColumn(FAMILY, INTENT, NOTHING);
  }

  static Put decide(byte[] owner) {
    return new Put(owner).addColumn(BenchTable.FAMILY, NOTHING, Bytes.toBytes("committed"));
  }

  static Delete forget(byte[] owner) {
    return new Delete(owner);
  }

  static byte[] intent() {
    return INTENT.clone();
  }

  static boolean isPrepared(Result result) {
    byte[] intent = result.getValue(FAMILY, INTENT);
    return intent != null && intent.length > 0;
  }

  /** The purpose of a lock. */
  enum LockMode {
    /** Reading, along with others. */
    SHARED,
    /** Writing. */
    EXCLUSIVE
  }

  /** The prepared writes of a row as one value: lengths and bytes of names and values. */
  static final class Intent {
    /** Of all cells; a put has one cell at least. */
    static final byte[] DELETE = {0};

    private Intent() {}

    static byte[] encode(Row cells) {
      int length =
          1
              + cells.cells().entrySet().stream()
                  .mapToInt(
                      cell -> 2 * Integer.BYTES + cell.getKey().length + cell.getValue().length)
                  .sum();
      ByteBuffer encoded = ByteBuffer.allocate(length).put((byte) 1);
      cells
          .cells()
          .forEach(
              (name, value) ->
                  encoded.putInt(name.length).put(name).putInt(value.length).put(value));
      return encoded.array();
    }
  }
}
