package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.CompareType;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet.Field;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/**
 * Calls HBase's own {@code MultiRowMutationEndpoint}: conditions on rows of a region, and mutations
 * of them, under the locks of all rows and in one entry of the write-ahead log.
 *
 * <p>The parts of a request are of the classes that all of HBase's clients have. HBase 2 has the
 * whole, a {@code MutateRowsRequest}, only with other protocol buffers ({@link EndpointService}),
 * so it is put together here.
 */
final class RegionEndpoint {

  /** The class name in a table's descriptor if its regions run the endpoint. */
  static final String CLASS_NAME = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  /** The fields of a {@code MutateRowsRequest}. */
  private static final int MUTATION = 1;

  private static final int CONDITION = 5;

  private RegionEndpoint() {}

  /** Returns the request for a write, which can be sent once or again. */
  static Object request(RegionWrite write) throws IOException {
    return EndpointService.request(bytes(write.writes(), write.conditions()));
  }

  /**
   * Tests whether the server of a row checks conditions, with one that never holds: no lock is so
   * short. The request writes nothing, so a server that ignores conditions does nothing, and does
   * not answer whether they held.
   */
  static CompletableFuture<Boolean> checksConditions(AsyncTable<?> table, RowKey key)
      throws IOException {
    LockCondition never = new LockCondition(key, new StoredLock(new byte[] {0}, 0));
    Object nothing = EndpointService.request(bytes(List.of(), List.of(never)));
    return EndpointService.mutateRows(table, key.row(), nothing)
        .thenApply(processed -> processed.equals(Optional.of(false)));
  }

  /** Returns the bytes of the request. */
  static byte[] bytes(List<ConditionalWrite> writes, List<LockCondition> conditions)
      throws IOException {
    Field.Builder required = Field.newBuilder();
    Field.Builder mutations = Field.newBuilder();
    for (ConditionalWrite row : writes) {
      required.addLengthDelimited(condition(row.key(), row.expected()));
      for (Mutation mutation : WriteRequests.mutations(row)) {
        MutationType type = mutation instanceof Put ? MutationType.PUT : MutationType.DELETE;
        mutations.addLengthDelimited(ProtobufUtil.toMutation(type, mutation).toByteString());
      }
    }
    for (LockCondition condition : conditions) {
      required.addLengthDelimited(condition(condition.key(), condition.expected()));
    }
    return UnknownFieldSet.newBuilder()
        .addField(MUTATION, mutations.build())
        .addField(CONDITION, required.build())
        .build()
        .toByteArray();
  }

  /**
   * Returns the condition. For the endpoint, equal to nothing means absent or empty; locks are
   * never empty.
   */
  private static ByteString condition(RowKey key, @Nullable StoredLock expected)
      throws IOException {
    byte[] value = expected == null ? new byte[0] : expected.bytes();
    return Condition.newBuilder()
        .setRow(UnsafeByteOperations.unsafeWrap(key.row()))
        .setFamily(UnsafeByteOperations.unsafeWrap(LockColumn.family()))
        .setQualifier(UnsafeByteOperations.unsafeWrap(LockColumn.qualifier()))
        .setCompareType(CompareType.EQUAL)
        .setComparator(ProtobufUtil.toComparator(new BinaryComparator(value)))
        .build()
        .toByteString();
  }
}
