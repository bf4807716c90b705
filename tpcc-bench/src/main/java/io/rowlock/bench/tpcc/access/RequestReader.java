package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.internal.protocol.lock.LockChange;
import io.rowlock.internal.protocol.lock.LockStep;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
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
import org.jspecify.annotations.Nullable;

/** Determines the kind of a request. */
final class RequestReader {
  private RequestReader() {}

  /**
   * A request about to be sent, and the transaction of Rowlock that it belongs to, where it shows.
   */
  record Seen(RpcKind kind, @Nullable TransactionId transaction) {
    Seen(RpcKind kind) {
      this(kind, null);
    }
  }

  static Seen read(Message request, RpcController controller) {
    try {
      if (request instanceof CoprocessorServiceRequest call) {
        return written(LockChanges.in(call));
      }
      if (request instanceof MutateRequest mutate) {
        return mutate.hasCondition() ? written(LockChanges.in(mutate)) : new Seen(RpcKind.WRITE);
      }
      return request instanceof MultiRequest multi
          ? read(multi, (HBaseRpcController) controller)
          : new Seen(kindOfRead(request));
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  private static Seen read(MultiRequest request, HBaseRpcController controller) throws IOException {
    if (request.getRegionActionList().stream().anyMatch(RegionAction::hasCondition)) {
      return written(LockChanges.in(request, controller));
    }
    List<Action> actions =
        request.getRegionActionList().stream()
            .flatMap(region -> region.getActionList().stream())
            .toList();
    if (!actions.stream().allMatch(Action::hasGet)) {
      return new Seen(RpcKind.WRITE);
    }
    boolean isOfLocks =
        actions.stream().allMatch(action -> isOfLocks(action.getGet().getColumnList()));
    return new Seen(isOfLocks ? RpcKind.LOCK_READ : RpcKind.POINT_READ);
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

  private static Seen written(List<LockChange> changes) {
    return changes.isEmpty()
        ? new Seen(RpcKind.WRITE)
        : new Seen(kind(changes), changes.get(0).transaction());
  }

  /** The rows of a commit point's region take its step whatever they look like by themselves. */
  private static RpcKind kind(List<LockChange> changes) {
    Set<LockStep> steps = EnumSet.noneOf(LockStep.class);
    changes.forEach(change -> steps.add(change.step()));
    if (steps.contains(LockStep.COMMIT_POINT)) {
      return RpcKind.COMMIT;
    }
    if (steps.contains(LockStep.WHOLE_COMMIT)) {
      return RpcKind.REGION_COMMIT;
    }
    if (steps.contains(LockStep.PREWRITE)) {
      return RpcKind.PREWRITE;
    }
    return steps.contains(LockStep.ROLL_FORWARD) ? RpcKind.ROLL_FORWARD : RpcKind.RECOVERY;
  }

  /** Determines the number of rows that a request writes, with locks. */
  static final class RowWrites {
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
}
