package io.rowlock.bench.tpcc.access;

import io.rowlock.internal.protocol.lock.LockChange;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ComparatorProtos.BinaryComparator;

/** The locks that conditional writes change; none when their conditions are on other cells. */
final class LockChanges {
  private static final byte[] NONE = {};

  private LockChanges() {}

  /** One row. */
  static List<LockChange> in(MutateRequest request) throws IOException {
    Condition condition = request.getCondition();
    return isOnLock(condition)
        ? List.of(LockChange.of(expected(condition), written(request.getMutation()).orElse(NONE)))
        : List.of();
  }

  /** A row with several mutations. */
  static List<LockChange> in(MultiRequest request, HBaseRpcController controller)
      throws IOException {
    List<LockChange> steps = new ArrayList<>();
    for (RegionAction action : request.getRegionActionList()) {
      if (isOnLock(action.getCondition())) {
        steps.add(LockChange.of(expected(action.getCondition()), written(action, controller)));
      }
    }
    return steps;
  }

  private static boolean isOnLock(Condition condition) {
    return LockColumn.isFamily(condition.getFamily().toByteArray());
  }

  /** In the request, or among the cells that travel behind it. */
  private static byte[] written(RegionAction action, HBaseRpcController controller)
      throws IOException {
    Optional<byte[]> written =
        action.getActionList().stream()
            .flatMap(one -> written(one.getMutation()).stream())
            .findFirst();
    return written.isPresent() ? written.get() : written(cells(controller));
  }

  private static Optional<byte[]> written(MutationProto mutation) {
    return mutation.getColumnValueList().stream()
        .filter(column -> LockColumn.isFamily(column.getFamily().toByteArray()))
        .map(column -> column.getQualifierValue(0).getValue().toByteArray())
        .findFirst();
  }

  /** A scanner can be read only once, so the request gets another one. */
  private static List<Cell> cells(HBaseRpcController controller) throws IOException {
    List<Cell> cells = new ArrayList<>();
    CellScanner scanner = controller.cellScanner();
    while (scanner != null && scanner.advance()) {
      cells.add(scanner.current());
    }
    controller.setCellScanner(CellUtil.createCellScanner(cells));
    return cells;
  }

  private static byte[] written(List<Cell> cells) {
    return cells.stream()
        .filter(cell -> CellUtil.matchingColumn(cell, LockColumn.family(), LockColumn.qualifier()))
        .map(CellUtil::cloneValue)
        .findFirst()
        .orElse(NONE);
  }

  private static byte[] expected(Condition condition) throws IOException {
    return value(condition.getComparator().getSerializedComparator().toByteArray());
  }

  private static byte[] value(byte[] comparator) throws IOException {
    return BinaryComparator.parseFrom(comparator).getComparable().getValue().toByteArray();
  }

  /**
   * Several rows of a region, through the endpoint. It speaks HBase's own protocol buffers, the
   * rest of the wire the relocated ones.
   */
  static List<LockChange> in(CoprocessorServiceRequest call) throws IOException {
    MutateRowsRequest request =
        MutateRowsRequest.parseFrom(call.getCall().getRequest().toByteArray());
    Map<Object, byte[]> expected = new HashMap<>();
    for (var condition : request.getConditionList()) {
      expected.put(
          condition.getRow(),
          value(condition.getComparator().getSerializedComparator().toByteArray()));
    }
    List<LockChange> steps = new ArrayList<>();
    for (var mutation : request.getMutationRequestList()) {
      for (var column : mutation.getColumnValueList()) {
        if (LockColumn.isFamily(column.getFamily().toByteArray())) {
          byte[] written = column.getQualifierValue(0).getValue().toByteArray();
          steps.add(LockChange.of(expected.getOrDefault(mutation.getRow(), NONE), written));
        }
      }
    }
    return steps;
  }
}
