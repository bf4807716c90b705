package io.rowlock.bench.tpcc.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** Tells how many rows a request is to write, locks included. */
final class RowWrites {
  private RowWrites() {}

  static long in(Message request) {
    if (request instanceof MultiRequest multi) {
      return multi.getRegionActionList().stream().mapToLong(RowWrites::in).sum();
    }
    if (request instanceof CoprocessorServiceRequest call) {
      return in(call);
    }
    return request instanceof MutateRequest ? 1 : 0;
  }

  /** With a condition, all actions are on one row. */
  private static long in(RegionAction region) {
    return region.hasCondition()
        ? 1
        : region.getActionList().stream().filter(Action::hasMutation).count();
  }

  private static long in(CoprocessorServiceRequest call) {
    try {
      return MutateRowsRequest.parseFrom(call.getCall().getRequest().toByteArray())
          .getMutationRequestList()
          .stream()
          .map(mutation -> mutation.getRow())
          .distinct()
          .count();
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }
}
