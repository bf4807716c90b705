package io.rowlock.internal.hbase;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * An HBase connection that answers from a script: one table on one server.
 *
 * <p>Its tables, builders, locators and admins are proxies of one handler: what sets an option
 * returns its own object, what asks HBase takes the next answer.
 */
final class ScriptedConnection {

  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("table")).build();
  private static final ServerName SERVER = ServerName.valueOf("server", 1, 1);

  private final Queue<Supplier<CompletableFuture<?>>> answers = new ArrayDeque<>();
  private final Queue<Throwable> locateFailures = new ArrayDeque<>();

  /** The next request gets this answer. */
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

  /** The next request is not even taken. */
  ScriptedConnection thrown(RuntimeException failure) {
    answers.add(
        () -> {
          throw failure;
        });
    return this;
  }

  /** Nor is this one. */
  ScriptedConnection thrown(Error failure) {
    answers.add(
        () -> {
          throw failure;
        });
    return this;
  }

  /** The next search for a region fails. */
  ScriptedConnection locateFailure(Throwable failure) {
    locateFailures.add(failure);
    return this;
  }

  int answersLeft() {
    return answers.size();
  }

  AsyncConnection connection() {
    return proxy(AsyncConnection.class);
  }

  private <T> T proxy(Class<T> type) {
    InvocationHandler handler = (self, method, arguments) -> invoke(self, method);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the proxy hands it to the caller
  private Object invoke(Object self, Method method) {
    String name = method.getName();
    Class<?> type = method.getReturnType();
    if (name.startsWith("set")) {
      return self;
    }
    if (name.equals("getRegionLocation")) {
      return location();
    }
    if (type == CompletableFuture.class) {
      return answers.remove().get();
    }
    return proxy(type);
  }

  private CompletableFuture<HRegionLocation> location() {
    Throwable failure = locateFailures.poll();
    return failure == null
        ? CompletableFuture.completedFuture(new HRegionLocation(REGION, SERVER))
        : CompletableFuture.failedFuture(failure);
  }
}
