package io.rowlock.metrics;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcChannel;
import com.google.protobuf.RpcController;
import io.rowlock.internal.store.LockColumn;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;

/**
 * An HBase connection that answers every request at once. One server has one table, which is
 * enabled and empty, and accepts every write; its only region runs the endpoint for atomic writes.
 */
final class ReadyConnection implements RpcChannel {

  private static final ServerName SERVER = ServerName.valueOf("server", 1, 1);
  private static final String ENDPOINT =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  private final TableName table;
  private final byte[] family;
  private final boolean inOneRegion;
  private final Runnable onRequest;

  /**
   * Creates the connection.
   *
   * @param inOneRegion whether the table has one region that accepts writes of several rows; if
   *     not, each row has a region of its own
   * @param onRequest runs before each request to the table
   */
  ReadyConnection(TableName table, byte[] family, boolean inOneRegion, Runnable onRequest) {
    this.table = table;
    this.family = family;
    this.inOneRegion = inOneRegion;
    this.onRequest = onRequest;
  }

  AsyncConnection connection() {
    return proxy(AsyncConnection.class);
  }

  private <T> T proxy(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::invoke));
  }

  private Object invoke(Object self, Method method, Object[] arguments) throws Exception {
    Class<?> answer = method.getReturnType();
    if (self instanceof AsyncTable && (answer == CompletableFuture.class || answer == List.class)) {
      onRequest.run();
    }
    return switch (method.getName()) {
      case "getName" -> table;
      case "getDescriptor" -> done(descriptor());
      case "hasUserPermissions" -> done(copies(arguments[0], true));
      case "getRegionLocation" -> done(location((byte[]) arguments[0]));
      case "get" ->
          answer == List.class
              ? copies(arguments[0], done(Result.EMPTY_RESULT))
              : done(Result.EMPTY_RESULT);
      case "checkAndMutate" -> done(new CheckAndMutateResult(true, null));
      case "coprocessorService" -> call((ServiceCaller<?, ?>) arguments[1]);
      default -> method.getName().startsWith("set") ? self : proxy(answer);
    };
  }

  private static <T> CompletableFuture<T> done(T answer) {
    return CompletableFuture.completedFuture(answer);
  }

  private static <T> List<T> copies(Object questions, T answer) {
    return Collections.nCopies(((List<?>) questions).size(), answer);
  }

  private TableDescriptor descriptor() throws Exception {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(LockColumn.family()))
            .setValue("rowlock.floor", "0");
    return (inOneRegion ? descriptor.setCoprocessor(ENDPOINT) : descriptor).build();
  }

  private HRegionLocation location(byte[] row) {
    RegionInfoBuilder region = RegionInfoBuilder.newBuilder(table);
    if (!inOneRegion) {
      region.setStartKey(row).setEndKey(new byte[] {(byte) (row[0] + 1)});
    }
    RegionInfo found = region.build();
    return new HRegionLocation(found, SERVER);
  }

  @SuppressWarnings("unchecked")
  private <R> CompletableFuture<R> call(ServiceCaller<?, R> caller) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    ((ServiceCaller<RpcChannel, R>) caller).call(this, null, answer::complete);
    return answer;
  }

  /** Conditions hold; a request without rows is the test with one that does not. */
  @Override
  public void callMethod(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      Message prototype,
      RpcCallback<Message> done) {
    boolean isTest = isWithoutRows(request.toByteArray());
    done.run(MutateRowsResponse.newBuilder().setProcessed(!isTest).build());
  }

  private static boolean isWithoutRows(byte[] request) {
    try {
      return MutateRowsRequest.parseFrom(request).getMutationRequestCount() == 0;
    } catch (InvalidProtocolBufferException malformed) {
      throw new IllegalArgumentException(malformed);
    }
  }
}
