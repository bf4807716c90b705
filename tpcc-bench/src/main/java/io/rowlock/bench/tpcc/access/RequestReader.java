package io.rowlock.bench.tpcc.access;

import io.rowlock.internal.protocol.LockStep;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Column;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;

/** Tells what a request is for. */
final class RequestReader {
  private RequestReader() {}

  static RpcKind kind(Message request, RpcController controller) {
    try {
      if (request instanceof CoprocessorServiceRequest call) {
        return written(LockChanges.in(call));
      }
      if (request instanceof MutateRequest mutate) {
        return mutate.hasCondition() ? written(LockChanges.in(mutate)) : RpcKind.WRITE;
      }
      return request instanceof MultiRequest multi
          ? kind(multi, (HBaseRpcController) controller)
          : kindOfRead(request);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  private static RpcKind kind(MultiRequest request, HBaseRpcController controller)
      throws IOException {
    if (request.getRegionActionList().stream().anyMatch(RegionAction::hasCondition)) {
      return written(LockChanges.in(request, controller));
    }
    List<Action> actions =
        request.getRegionActionList().stream()
            .flatMap(region -> region.getActionList().stream())
            .toList();
    if (!actions.stream().allMatch(Action::hasGet)) {
      return RpcKind.WRITE;
    }
    boolean isOfLocks =
        actions.stream().allMatch(action -> isOfLocks(action.getGet().getColumnList()));
    return isOfLocks ? RpcKind.LOCK_READ : RpcKind.POINT_READ;
  }

  private static RpcKind kindOfRead(Message request) {
    if (request instanceof ScanRequest scan) {
      boolean isOfLocks = scan.hasScan() && isOfLocks(scan.getScan().getColumnList());
      return isOfLocks ? RpcKind.LOCK_READ : RpcKind.RANGE_READ;
    }
    boolean isOfLocks =
        request instanceof GetRequest get && isOfLocks(get.getGet().getColumnList());
    return isOfLocks ? RpcKind.LOCK_READ : RpcKind.POINT_READ;
  }

  private static boolean isOfLocks(List<Column> columns) {
    return !columns.isEmpty()
        && columns.stream()
            .allMatch(column -> LockColumn.isFamily(column.getFamily().toByteArray()));
  }

  /** The rows of a commit point's region take its step whatever they look like by themselves. */
  private static RpcKind written(List<LockStep> steps) {
    if (steps.isEmpty()) {
      return RpcKind.WRITE;
    }
    if (steps.contains(LockStep.COMMIT_POINT)) {
      return RpcKind.COMMIT;
    }
    return switch (steps.contains(LockStep.WHOLE_COMMIT) ? LockStep.WHOLE_COMMIT : steps.get(0)) {
      case PREWRITE -> RpcKind.PREWRITE;
      case COMMIT_POINT -> RpcKind.COMMIT;
      case WHOLE_COMMIT -> RpcKind.REGION_COMMIT;
      case ROLL_FORWARD -> RpcKind.ROLL_FORWARD;
      case RECOVERY -> RpcKind.RECOVERY;
    };
  }
}
