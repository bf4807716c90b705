package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.Test;

class RpcCounterTest {
  private static final String BARRIER = "\0rowlock.reader.now";

  @Test
  void looksForLongReadersAreCountedApart() {
    assertThat(looks(multi(get(BARRIER)))).isEqualTo(1);
    assertThat(looks(multi(get(BARRIER), get(BARRIER)))).isEqualTo(1);
  }

  @Test
  void requestsForOtherRowsAreNoLooks() {
    assertThat(looks(multi(get("a"), get(BARRIER)))).isZero();
    assertThat(looks(GetRequest.newBuilder().setRegion(region()).setGet(getOf("a")).build()))
        .isZero();
  }

  @Test
  void mutationsOfTheBarrierAreNoLooks() {
    Action delete =
        Action.newBuilder().setMutation(MutationProto.newBuilder().setRow(row(BARRIER))).build();
    assertThat(looks(multi(delete))).isZero();
  }

  private static long looks(Message request) {
    try (RpcCounter counter = new RpcCounter()) {
      counter.count(request);
      assertThat(counter.requests()).isEqualTo(1);
      return counter.looks();
    }
  }

  /** A request to as many regions as it has actions. */
  private static MultiRequest multi(Action... actions) {
    MultiRequest.Builder request = MultiRequest.newBuilder();
    for (Action action : actions) {
      request.addRegionAction(RegionAction.newBuilder().setRegion(region()).addAction(action));
    }
    return request.build();
  }

  private static Action get(String row) {
    return Action.newBuilder().setGet(getOf(row)).build();
  }

  private static Get getOf(String row) {
    return Get.newBuilder().setRow(row(row)).build();
  }

  private static ByteString row(String row) {
    return ByteString.copyFromUtf8(row);
  }

  private static RegionSpecifier region() {
    return RegionSpecifier.newBuilder()
        .setType(RegionSpecifierType.REGION_NAME)
        .setValue(row("region"))
        .build();
  }
}
