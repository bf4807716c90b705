package io.rowlock.internal.hbase;

import com.google.protobuf.RpcChannel;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * An HBase connection that answers from a script: one table of two regions on one server.
 *
 * <p>Its tables, builders, locators and admins are proxies of one handler: a call that sets an
 * option returns its own object, a request to HBase takes the next answer.
 */
final class ScriptedConnection {

  /** The first row of the second region. */
  static final String SPLIT = "s";

  private static final List<RegionInfo> REGIONS =
      List.of(
          RegionInfoBuilder.newBuilder(TableName.valueOf("table"))
              .setEndKey(Bytes.toBytes(SPLIT))
              .build(),
          RegionInfoBuilder.newBuilder(TableName.valueOf("table"))
              .setStartKey(Bytes.toBytes(SPLIT))
              .build());

  private final Queue<Supplier<CompletableFuture<?>>> answers = new ArrayDeque<>();
  private int reloads;
  private int lookUps;
  private ServerName server = ServerName.valueOf("server", 1, 1);
  private @Nullable RpcChannel endpoint;
  private final List<AdvancedScanResultConsumer> scans = new ArrayList<>();
  private @Nullable String missing;
  private @Nullable String unserved;
  private int scansBeforeError = Integer.MAX_VALUE;
  private Error scanError = new AssertionError("No error was set");
  private final Queue<Throwable> locateFailures = new ArrayDeque<>();

  /** Adds an answer for the next request. */
  ScriptedConnection answer(CompletableFuture<?> future) {
    answers.add(() -> future);
    return this;
  }

  ScriptedConnection writeAnswer(boolean success) {
    return answer(CompletableFuture.completedFuture(new CheckAndMutateResult(success, null)));
  }

  ScriptedConnection descriptor(TableDescriptor descriptor) {
    return answer(CompletableFuture.completedFuture(descriptor));
  }

  ScriptedConnection failure(Throwable failure) {
    return answer(CompletableFuture.failedFuture(failure));
  }

  /** Makes the next request throw before it is sent. */
  ScriptedConnection thrown(RuntimeException failure) {
    answers.add(
        () -> {
          throw failure;
        });
    return this;
  }

  /** Makes the next request throw an error before it is sent. */
  ScriptedConnection thrown(Error failure) {
    answers.add(
        () -> {
          throw failure;
        });
    return this;
  }

  /** Sets the endpoint for its calls; null for the script. */
  ScriptedConnection endpoint(@Nullable RpcChannel service) {
    endpoint = service;
    return this;
  }

  /** Restarts the server, which gets another name. */
  void restart() {
    server = ServerName.valueOf("server", 1, server.getStartCode() + 1);
  }

  /** Makes the next search for a region fail. */
  ScriptedConnection locateFailure(Throwable failure) {
    locateFailures.add(failure);
    return this;
  }

  /** Makes the scan after so many others throw before it is sent. */
  void breakScanAfter(int others, Error failure) {
    scansBeforeError = others;
    scanError = failure;
  }

  /** Returns the consumers of all scans, which the test calls. */
  List<AdvancedScanResultConsumer> scans() {
    return scans;
  }

  /** Leaves one region out of the list of all of them, by its first row. */
  void withoutRegion(String firstRow) {
    missing = firstRow;
  }

  /** Leaves out the server of one region in the list of all of them, by its first row. */
  void withoutServer(String firstRow) {
    unserved = firstRow;
  }

  private static boolean startsWith(RegionInfo region, @Nullable String firstRow) {
    return Bytes.toString(region.getStartKey()).equals(firstRow);
  }

  private HRegionLocation at(RegionInfo region) {
    return new HRegionLocation(region, startsWith(region, unserved) ? null : server);
  }

  ServerName server() {
    return server;
  }

  /** Returns how many searches for a region went past the cache. */
  int reloads() {
    return reloads;
  }

  /** Returns how many searches for a region were made. */
  int lookUps() {
    return lookUps;
  }

  int answersLeft() {
    return answers.size();
  }

  AsyncConnection connection() {
    return proxy(AsyncConnection.class);
  }

  private <T> T proxy(Class<T> type) {
    InvocationHandler handler = this::invoke;
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the proxy hands it to the caller
  private @Nullable Object invoke(Object self, Method method, Object[] arguments) {
    String name = method.getName();
    if (name.equals("coprocessorService") && endpoint != null) {
      return callEndpoint((ServiceCaller<?, ?>) arguments[1]);
    }
    Class<?> type = method.getReturnType();
    if (name.startsWith("set")) {
      return self;
    }
    if (name.equals("getRegionLocation")) {
      lookUps++;
      reloads += arguments.length > 1 && arguments[1].equals(true) ? 1 : 0;
      return location((byte[]) arguments[0]);
    }
    if (name.equals("getAllRegionLocations")) {
      return CompletableFuture.completedFuture(
          REGIONS.stream().filter(region -> !startsWith(region, missing)).map(this::at).toList());
    }
    if (name.equals("scan")) {
      return scan((AdvancedScanResultConsumer) arguments[1]);
    }
    if (type == CompletableFuture.class) {
      return answers.remove().get();
    }
    return proxy(type);
  }

  private @Nullable Object scan(AdvancedScanResultConsumer consumer) {
    if (scans.size() >= scansBeforeError) {
      throw scanError;
    }
    scans.add(consumer);
    return null;
  }

  @SuppressWarnings("unchecked")
  private <R> CompletableFuture<R> callEndpoint(ServiceCaller<?, R> caller) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    ((ServiceCaller<RpcChannel, R>) caller).call(endpoint, null, answer::complete);
    return answer;
  }

  private CompletableFuture<HRegionLocation> location(byte[] row) {
    Throwable failure = locateFailures.poll();
    return failure == null
        ? CompletableFuture.completedFuture(new HRegionLocation(regionOf(row), server))
        : CompletableFuture.failedFuture(failure);
  }

  private static RegionInfo regionOf(byte[] row) {
    return REGIONS.stream().filter(region -> region.containsRow(row)).findFirst().orElseThrow();
  }
}
