package io.rowlock.it.kit.faults;

import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.HBaseRpcControllerImpl;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;

/** One request of a client to a region server, which can be sent any number of times. */
public final class WireCall {

  /** The kind of a request. */
  public enum Kind {
    /** A conditional write. */
    WRITE,
    /** A get, a multi-get or one step of a scan. */
    READ,
    /** The question whether a server checks the conditions of the endpoint, which is sent once. */
    QUESTION
  }

  private final RpcChannel channel;
  private final MethodDescriptor method;
  private final HBaseRpcController controller;
  private final Message request;
  private final Message responsePrototype;
  private final RpcCallback<Message> done;
  private final List<Cell> cells;

  WireCall(
      RpcChannel channel,
      MethodDescriptor method,
      HBaseRpcController controller,
      Message request,
      Message responsePrototype,
      RpcCallback<Message> done) {
    this.channel = channel;
    this.method = method;
    this.controller = controller;
    this.request = request;
    this.responsePrototype = responsePrototype;
    this.done = done;
    this.cells = drain(controller.cellScanner());
  }

  /** Returns the cells of a scanner, which can be read only once, for further deliveries. */
  private static List<Cell> drain(CellScanner scanner) {
    List<Cell> cells = new ArrayList<>();
    try {
      while (scanner != null && scanner.advance()) {
        cells.add(scanner.current());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cells;
  }

  public Kind kind() {
    if (request instanceof CoprocessorServiceRequest) {
      return isRegionWrite() ? Kind.WRITE : Kind.QUESTION;
    }
    boolean conditional =
        (request instanceof MutateRequest mutate && mutate.hasCondition())
            || (request instanceof MultiRequest multi && isConditional(multi));
    return conditional ? Kind.WRITE : Kind.READ;
  }

  private static boolean isConditional(MultiRequest multi) {
    return multi.getRegionActionList().stream().anyMatch(RegionAction::hasCondition);
  }

  /** Whether the request writes several rows of a region through the endpoint. */
  public boolean isRegionWrite() {
    return request instanceof CoprocessorServiceRequest call
        && !RegionRows.of(requestOf(call)).isEmpty();
  }

  /** Returns the lock that a conditional write contains; the first one of several. */
  public Optional<LockWrite> lockWrite() {
    if (request instanceof CoprocessorServiceRequest call) {
      return lockIn(call);
    }
    if (request instanceof MutateRequest mutate && mutate.hasCondition()) {
      byte[] row = mutate.getMutation().getRow().toByteArray();
      TableName table = tableOf(mutate.getRegion());
      return lockIn(mutate.getMutation()).map(lock -> LockWrite.of(table, row, lock));
    }
    if (request instanceof MultiRequest multi && isConditional(multi)) {
      TableName table = tableOf(multi.getRegionAction(0).getRegion());
      return cells.stream()
          .filter(
              cell -> CellUtil.matchingColumn(cell, LockColumn.family(), LockColumn.qualifier()))
          .map(cell -> LockWrite.of(table, CellUtil.cloneRow(cell), CellUtil.cloneValue(cell)))
          .findFirst();
    }
    return Optional.empty();
  }

  /** Matches conditional writes of a lock that matches. */
  public static Predicate<WireCall> writing(Predicate<LockWrite> which) {
    return call -> call.lockWrite().filter(which).isPresent();
  }

  private static Optional<LockWrite> lockIn(CoprocessorServiceRequest call) {
    return LockWrite.allIn(tableOf(call.getRegion()), requestOf(call)).stream().findFirst();
  }

  private static byte[] requestOf(CoprocessorServiceRequest call) {
    return call.getCall().getRequest().toByteArray();
  }

  private static Optional<byte[]> lockIn(MutationProto mutation) {
    return mutation.getColumnValueList().stream()
        .filter(column -> LockColumn.isFamily(column.getFamily().toByteArray()))
        .map(column -> column.getQualifierValue(0).getValue().toByteArray())
        .findFirst();
  }

  private static TableName tableOf(RegionSpecifier region) {
    return RegionInfo.getTable(region.getValue().toByteArray());
  }

  /** An answer that the client has not received yet. */
  record Reply(Message message, List<Cell> cells, IOException failure) {}

  /** Sends the request, any number of times. The future never fails. */
  CompletableFuture<Reply> deliver() {
    HBaseRpcController copy = new HBaseRpcControllerImpl();
    copy.setPriority(controller.getPriority());
    copy.setCallTimeout(controller.getCallTimeout());
    if (!cells.isEmpty()) {
      copy.setCellScanner(CellUtil.createCellScanner(cells));
    }
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    channel.callMethod(
        method,
        copy,
        request,
        responsePrototype,
        message -> reply.complete(new Reply(message, drain(copy.cellScanner()), copy.getFailed())));
    return reply;
  }

  /** Answers the client, once. */
  void answer(Reply reply) {
    if (reply.failure() != null) {
      controller.setFailed(reply.failure());
      done.run(null);
    } else {
      controller.setDone(
          reply.cells().isEmpty() ? null : CellUtil.createCellScanner(reply.cells()));
      done.run(reply.message());
    }
  }

  /** Reports a timeout to the client. */
  void timeOut() {
    fail(new CallTimeoutException("Injected by the test: " + this));
  }

  void fail(IOException failure) {
    answer(new Reply(null, List.of(), failure));
  }

  /** Reports to the client that the condition of its put does not hold. */
  void refuse() {
    if (!(request instanceof MutateRequest)) {
      throw new IllegalStateException("Not a conditional put: " + this);
    }
    answer(new Reply(MutateResponse.newBuilder().setProcessed(false).build(), List.of(), null));
  }

  /** Returns a value that is equal for equal requests. */
  Object content() {
    return List.of(method.getName(), request.toByteString());
  }

  /** Whether this is a read of this row by key. */
  public boolean isGetOf(String row) {
    return request instanceof GetRequest get && get.getGet().getRow().toStringUtf8().equals(row);
  }

  /** Returns the durability that a conditional put requests. */
  public Optional<MutationProto.Durability> durability() {
    return request instanceof MutateRequest mutate
        ? Optional.of(mutate.getMutation().getDurability())
        : Optional.empty();
  }

  @Override
  public String toString() {
    return lockWrite().map(Object::toString).orElse(method.getName());
  }
}
