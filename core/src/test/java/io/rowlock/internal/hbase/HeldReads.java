package io.rowlock.internal.hbase;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * An HBase connection that holds each row that is read until the test answers it. A table has two
 * regions: the rows from {@link #FAR} on are on another server.
 */
final class HeldReads {

  static final ServerName SERVER = ServerName.valueOf("server", 1, 1);
  static final TableName TABLE = TableName.valueOf("table");
  static final String FAR = "~";

  private final List<String> requests = new ArrayList<>();
  private final List<Row> held = new ArrayList<>();
  private boolean answersAtOnce;
  private @Nullable Error broken;

  private record Row(String name, CompletableFuture<Result> answer) {}

  AsyncConnection connection() {
    return proxy(AsyncConnection.class);
  }

  /** The rows of each request, in the order of sending. */
  List<String> requests() {
    return requests;
  }

  void answer(String... rows) {
    for (String row : rows) {
      take(row).complete(result(row));
    }
  }

  /** Returns whether HBase's client has yet to answer the row, and goes on trying. */
  boolean isTried(String row) {
    return !take(row).isDone();
  }

  void fail(String row, Throwable failure) {
    take(row).completeExceptionally(failure);
  }

  /** Answers each row from now on before its request returns. */
  void answerAtOnce() {
    answersAtOnce = true;
  }

  /** Fails each request from now on before it is sent; null ends this. */
  void breakWith(@Nullable Error error) {
    broken = error;
  }

  private CompletableFuture<Result> take(String name) {
    Row row = held.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    held.remove(row);
    return row.answer();
  }

  private static Result result(String row) {
    byte[] name = Bytes.toBytes(row);
    return Result.create(List.of(new KeyValue(name, Bytes.toBytes("f"), Bytes.toBytes("q"), name)));
  }

  private <T> T proxy(Class<T> type) {
    InvocationHandler handler = this::invoke;
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the proxy hands it to the caller
  private Object invoke(Object self, Method method, Object[] arguments) {
    String name = method.getName();
    if (name.equals("getRegionLocation")) {
      return CompletableFuture.completedFuture(locationOf((byte[]) arguments[0]));
    }
    if (name.equals("get") && arguments[0] instanceof Get get) {
      return hold(List.of(get)).get(0);
    }
    if (name.equals("get") && arguments[0] instanceof List<?> gets) {
      return hold(gets.stream().map(Get.class::cast).toList());
    }
    return name.startsWith("set") ? self : proxy(method.getReturnType());
  }

  private static HRegionLocation locationOf(byte[] row) {
    byte[] border = Bytes.toBytes(FAR);
    RegionInfoBuilder region = RegionInfoBuilder.newBuilder(TABLE);
    return Bytes.compareTo(row, border) < 0
        ? new HRegionLocation(region.setEndKey(border).build(), SERVER)
        : new HRegionLocation(region.setStartKey(border).build(), ServerName.valueOf("far", 1, 1));
  }

  private List<CompletableFuture<Result>> hold(List<Get> gets) {
    if (broken != null) {
      throw broken;
    }
    List<String> rows = gets.stream().map(get -> Bytes.toString(get.getRow())).toList();
    requests.add(String.join("+", rows));
    return rows.stream().map(this::hold).toList();
  }

  private CompletableFuture<Result> hold(String row) {
    if (answersAtOnce) {
      return CompletableFuture.completedFuture(result(row));
    }
    Row requested = new Row(row, new CompletableFuture<>());
    held.add(requested);
    return requested.answer();
  }
}
