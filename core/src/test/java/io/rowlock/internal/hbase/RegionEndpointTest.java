package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.CompareType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The bytes of a request are those of HBase's own builder with the protocol buffers of
 * hbase-client.
 */
class RegionEndpointTest {

  private static final TableName TABLE = TableName.valueOf("table");

  private final Random random = new Random(1);

  @Test
  void bytesAreThoseOfTheBuilder() throws IOException {
    for (int i = 0; i < 2000; i++) {
      List<ConditionalWrite> writes = some(4, this::write);
      List<LockCondition> conditions = some(3, () -> new LockCondition(key(), lock()));

      byte[] expected = built(writes, conditions).toByteArray();

      byte[] bytes = RegionEndpoint.bytes(writes, conditions);
      assertThat(MutateRowsRequest.parseFrom(bytes).toByteArray()).isEqualTo(expected);
    }
  }

  @Test
  void requestHandsOverItsBytesUnparsed() {
    byte[] bytes = {1, 2, 3}; // not those of a request

    Message request = (Message) EndpointService.request(bytes);

    assertThat(request.toByteArray()).isSameAs(bytes);
  }

  @Test
  void requestIsParsedForAChannelThatAsksForMore() throws IOException {
    MutateRowsRequest expected = built(List.of(write()), List.of());

    Message request = (Message) EndpointService.request(expected.toByteArray());

    assertThat(request.getSerializedSize()).isEqualTo(expected.getSerializedSize());
    assertThat(request).hasToString(expected.toString());
  }

  /** Returns the request that a channel would send. */
  static MutateRowsRequest parse(Message request) {
    try {
      return MutateRowsRequest.parseFrom(request.toByteArray());
    } catch (InvalidProtocolBufferException malformed) {
      throw new AssertionError(malformed);
    }
  }

  private static MutateRowsRequest built(
      List<ConditionalWrite> writes, List<LockCondition> conditions) throws IOException {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    for (ConditionalWrite row : writes) {
      request.addCondition(condition(row.key(), row.expected()));
      for (Mutation mutation : WriteRequests.mutations(row)) {
        MutationType type = mutation instanceof Put ? MutationType.PUT : MutationType.DELETE;
        request.addMutationRequest(ProtobufUtil.toMutation(type, mutation));
      }
    }
    for (LockCondition condition : conditions) {
      request.addCondition(condition(condition.key(), condition.expected()));
    }
    return request.build();
  }

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

  private ConditionalWrite write() {
    RowKey key = key();
    StoredLock replacement = new StoredLock(bytes(), time());
    List<Mutation> data = some(3, () -> mutation(key.row()));
    Durability[] all = Durability.values();
    return new ConditionalWrite(key, lock(), replacement, data, all[random.nextInt(all.length)]);
  }

  private Mutation mutation(byte[] row) {
    if (random.nextBoolean()) {
      Put put = new Put(row);
      some(4, () -> put.addColumn(bytes(), bytes(), time(), bytes()));
      return random.nextBoolean() ? put.setTTL(random.nextLong()) : put;
    }
    Delete delete = new Delete(row, time());
    some(2, () -> delete.addColumns(bytes(), bytes(), time()));
    some(2, () -> delete.addColumn(bytes(), bytes(), time()));
    some(2, () -> delete.addFamily(bytes(), time()));
    return delete;
  }

  private RowKey key() {
    return new RowKey(TABLE, bytes());
  }

  private @Nullable StoredLock lock() {
    return random.nextInt(4) == 0 ? null : new StoredLock(bytes(), time());
  }

  private long time() {
    return random.nextInt(8) == 0 ? Long.MAX_VALUE : random.nextInt(Integer.MAX_VALUE);
  }

  private byte[] bytes() {
    byte[] bytes = new byte[1 + random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private <T> List<T> some(int most, Supplier<T> kind) {
    List<T> all = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      all.add(kind.get());
    }
    return all;
  }
}
