package io.rowlock.internal.hbase;

import static java.lang.invoke.MethodHandleProxies.asInterfaceInstance;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ServiceCaller;

/**
 * HBase's generated client of {@code MultiRowMutationService}.
 *
 * <p>Its signatures contain protocol buffers, which have another package in each client: {@code
 * com.google.protobuf} in hbase-client, a relocated one in hbase-shaded-client, that of
 * hbase-thirdparty in HBase 3. Compiled calls would link with one of them only. Therefore the
 * methods, all public, are looked up by name when this class is initialized. A client without them
 * raises a {@link LinkageError}, which counts as a cluster without the endpoint.
 */
final class EndpointService {

  private static final MethodHandle MUTATE_ROWS;
  private static final Function<?, Object> NEW_STUB;
  private static final Function<byte[], Object> PARSE;
  private static final Predicate<Object> HAS_PROCESSED;
  private static final Predicate<Object> PROCESSED;

  static {
    try {
      String protos = protos().getName();
      Class<?> service = Class.forName(protos + "$MultiRowMutationService");
      Class<?> response = Class.forName(protos + "$MutateRowsResponse");
      Method mutateRows = method(Class.forName(service.getName() + "$Interface"), "mutateRows");
      Class<?>[] types = mutateRows.getParameterTypes();
      // Fails if the class path mixes two clients, whose protocol buffers differ.
      var unused = ServiceCaller.class.getMethod("call", Object.class, types[0], types[2]);
      MUTATE_ROWS = MethodHandles.publicLookup().unreflect(mutateRows);
      NEW_STUB = function(method(service, "newStub"));
      PARSE = function(types[1].getMethod("parseFrom", byte[].class));
      HAS_PROCESSED = predicate(method(response, "hasProcessed"));
      PROCESSED = predicate(method(response, "getProcessed"));
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("No MultiRowMutationService that fits: " + missing, missing);
    }
  }

  private EndpointService() {}

  /** Returns the request with these bytes. */
  static Object request(byte[] bytes) {
    return PARSE.apply(bytes);
  }

  /**
   * Sends a request to the region of a row.
   *
   * @return whether its conditions held; empty from a server that does not check them
   */
  static CompletableFuture<Optional<Boolean>> mutateRows(
      AsyncTable<?> table, byte[] row, Object request) {
    return table
        .<Object, Object>coprocessorService(newStub(), caller(request), row)
        .thenApply(response -> Optional.of(response).filter(HAS_PROCESSED).map(PROCESSED::test));
  }

  /** Returns the function as one of whatever class channels have; a lambda would name the class. */
  @SuppressWarnings("unchecked")
  private static <C> Function<C, Object> newStub() {
    return (Function<C, Object>) NEW_STUB;
  }

  /**
   * Returns the sending of a request. {@code MethodHandleProxies} takes far longer for each one.
   */
  @SuppressWarnings("unchecked")
  private static ServiceCaller<Object, Object> caller(Object request) {
    InvocationHandler handler =
        (caller, method, arguments) ->
            switch (method.getName()) {
              case "call" -> MUTATE_ROWS.invoke(arguments[0], arguments[1], request, arguments[2]);
              case "equals" -> caller == arguments[0];
              case "hashCode" -> System.identityHashCode(caller);
              default -> "caller of " + MUTATE_ROWS; // toString
            };
    Class<?> type = ServiceCaller.class;
    return (ServiceCaller<Object, Object>)
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private static Class<?> protos() throws ClassNotFoundException {
    try {
      return Class.forName("org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos");
    } catch (ClassNotFoundException ofHBase3) {
      return Class.forName(
          "org.apache.hadoop.hbase.shaded.protobuf.generated.MultiRowMutationProtos");
    }
  }

  /** Returns the only public method of the name. */
  private static Method method(Class<?> owner, String name) throws NoSuchMethodException {
    return Arrays.stream(owner.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new NoSuchMethodException(owner + "." + name));
  }

  @SuppressWarnings("unchecked")
  private static <A> Function<A, Object> function(Method method) throws IllegalAccessException {
    return asInterfaceInstance(Function.class, MethodHandles.publicLookup().unreflect(method));
  }

  @SuppressWarnings("unchecked")
  private static Predicate<Object> predicate(Method method) throws IllegalAccessException {
    return asInterfaceInstance(Predicate.class, MethodHandles.publicLookup().unreflect(method));
  }
}
