package io.rowlock.internal.hbase;

import com.google.protobuf.ByteString;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.CompareType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;
import org.jspecify.annotations.Nullable;

/**
 * Calls HBase's own {@code MultiRowMutationEndpoint}: conditions on rows of a region, and mutations
 * of them, under the locks of all rows and in one entry of the write-ahead log.
 *
 * <p>This is the only class that needs HBase 2's own protocol buffers; if they are missing (a
 * shaded client, HBase 3) it cannot be linked, which counts as a cluster without the endpoint.
 */
final class RegionEndpoint {

  /** The class name in a table's descriptor if its regions run the endpoint. */
  static final String CLASS_NAME = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  private RegionEndpoint() {}

  /**
   * Returns a call that can be made once or again; its result is true if all conditions held and
   * everything was written.
   */
  static Supplier<CompletableFuture<Boolean>> call(AsyncTable<?> table, RegionWrite write)
      throws IOException {
    MutateRowsRequest request = request(write);
    return () ->
        call(table, write.leader().row(), request).thenApply(MutateRowsResponse::getProcessed);
  }

  /**
   * Tests whether the server of a row checks conditions, with one that never holds: no lock is so
   * short. The request writes nothing, so a server that ignores conditions does nothing, and does
   * not answer whether they held.
   */
  static CompletableFuture<Boolean> heedsConditions(AsyncTable<?> table, RowKey key)
      throws IOException {
    MutateRowsRequest nothing =
        MutateRowsRequest.newBuilder()
            .addCondition(condition(key, new StoredLock(new byte[] {0}, 0)))
            .build();
    return call(table, key.row(), nothing)
        .thenApply(answer -> answer.hasProcessed() && !answer.getProcessed());
  }

  private static MutateRowsRequest request(RegionWrite write) throws IOException {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    for (ConditionalWrite row : write.writes()) {
      request.addCondition(condition(row.key(), row.expected()));
      for (Mutation mutation : WriteRequests.mutations(row)) {
        MutationType type = mutation instanceof Put ? MutationType.PUT : MutationType.DELETE;
        request.addMutationRequest(ProtobufUtil.toMutation(type, mutation));
      }
    }
    for (LockCondition condition : write.conditions()) {
      request.addCondition(condition(condition.key(), condition.expected()));
    }
    return request.build();
  }

  private static CompletableFuture<MutateRowsResponse> call(
      AsyncTable<?> table, byte[] row, MutateRowsRequest request) {
    return table.<MultiRowMutationService.Interface, MutateRowsResponse>coprocessorService(
        MultiRowMutationService::newStub,
        (service, controller, done) -> service.mutateRows(controller, request, done),
        row);
  }

  /**
   * Returns the condition. For the endpoint, equal to nothing means absent or empty; locks are
   * never empty.
   */
  private static Condition condition(RowKey key, @Nullable StoredLock expected) throws IOException {
    byte[] value = expected == null ? new byte[0] : expected.bytes();
    return Condition.newBuilder()
        .setRow(ByteString.copyFrom(key.row()))
        .setFamily(ByteString.copyFrom(LockColumn.family()))
        .setQualifier(ByteString.copyFrom(LockColumn.qualifier()))
        .setCompareType(CompareType.EQUAL)
        .setComparator(ProtobufUtil.toComparator(new BinaryComparator(value)))
        .build();
  }
}
