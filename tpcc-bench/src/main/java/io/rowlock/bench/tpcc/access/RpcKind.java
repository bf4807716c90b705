package io.rowlock.bench.tpcc.access;

import io.rowlock.internal.store.LockColumn;
import java.util.List;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Column;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** What a request to a region server is for, as far as it shows. */
public enum RpcKind {
  /** Rows by key, one or many. */
  POINT_READ,
  /** A scan, or a further page of it. */
  RANGE_READ,
  /** Locks alone, by key or in a range: validation, or rows that are to be written blindly. */
  LOCK_READ,
  /** Rows written one by one, be it on conditions. */
  WRITE,
  /** Rows of a region written at once. */
  REGION_WRITE;

  static RpcKind of(String method, Message request) {
    return switch (method) {
      case "Get" -> readOf(((GetRequest) request).getGet().getColumnList());
      case "Scan" -> isOfLocks((ScanRequest) request) ? LOCK_READ : RANGE_READ;
      case "Multi" -> of((MultiRequest) request);
      case "ExecService" -> REGION_WRITE;
      default -> WRITE;
    };
  }

  private static RpcKind of(MultiRequest request) {
    List<Action> actions =
        request.getRegionActionList().stream()
            .flatMap(region -> region.getActionList().stream())
            .toList();
    if (!actions.stream().allMatch(Action::hasGet)) {
      return WRITE;
    }
    boolean isOfLocks =
        actions.stream().allMatch(action -> isOfLocks(action.getGet().getColumnList()));
    return isOfLocks ? LOCK_READ : POINT_READ;
  }

  private static RpcKind readOf(List<Column> columns) {
    return isOfLocks(columns) ? LOCK_READ : POINT_READ;
  }

  private static boolean isOfLocks(ScanRequest request) {
    return request.hasScan() && isOfLocks(request.getScan().getColumnList());
  }

  private static boolean isOfLocks(List<Column> columns) {
    return !columns.isEmpty()
        && columns.stream()
            .allMatch(column -> LockColumn.isFamily(column.getFamily().toByteArray()));
  }
}
