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

  private static final MethodHandle CALL_METHOD;
  private static final Object MUTATE_ROWS;
  private static final Object RESPONSE;
  private static final Class<?> MESSAGE;
  private static final Method PARSE;
  private static final Predicate<Object> HAS_PROCESSED;
  private static final Predicate<Object> PROCESSED;

  static {
    try {
      boolean isHBase3 = method(ServiceCaller.class, "call").toString().contains(".thirdparty.");
      String protos =
          "org.apache.hadoop.hbase.%sprotobuf.generated.MultiRowMutationProtos"
              .formatted(isHBase3 ? "shaded." : "");
      Class<?> service = Class.forName(protos + "$MultiRowMutationService");
      Class<?> response = Class.forName(protos + "$MutateRowsResponse");
      Method call = method(method(service, "newStub").getParameterTypes()[0], "callMethod");
      Class<?>[] types = call.getParameterTypes();
      // Fails if the class path mixes two clients, whose protocol buffers differ.
      var unused = ServiceCaller.class.getMethod("call", Object.class, types[1], types[4]);
      MESSAGE = types[2];
      Object methods = method(service, "getDescriptor").invoke(null);
      MUTATE_ROWS = method(methods.getClass(), "findMethodByName").invoke(methods, "MutateRows");
      PARSE = Class.forName(protos + "$MutateRowsRequest").getMethod("parseFrom", byte[].class);
      // Fails if the protocol buffers refuse these classes; HBase would lose such an answer.
      RESPONSE = response.getMethod("parseFrom", byte[].class).invoke(null, new byte[0]);
      CALL_METHOD = MethodHandles.publicLookup().unreflect(call);
      HAS_PROCESSED = predicate(method(response, "hasProcessed"));
      PROCESSED = predicate(method(response, "getProcessed"));
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("No MultiRowMutationService that fits: " + missing, missing);
    }
  }

  private EndpointService() {}

  /**
   * Returns the request with these bytes. HBase's channels ask a request for nothing else, so the
   * bytes are parsed only for one that does.
   */
  static Object request(byte[] bytes) {
    return withMethod(
        MESSAGE,
        "toByteArray",
        (message, method, arguments) -> bytes,
        (message, method, arguments) -> method.invoke(PARSE.invoke(null, bytes), arguments));
  }

  /**
   * Sends a request to the region of a row. The stub is the channel itself, of whatever class.
   *
   * @return whether its conditions held; empty from a server that does not check them
   */
  @SuppressWarnings({"rawtypes", "unchecked"})
  static CompletableFuture<Optional<Boolean>> mutateRows(
      AsyncTable table, byte[] row, Object request) {
    return table
        .coprocessorService(Function.identity(), caller(request), row)
        .thenApply(response -> Optional.of(response).filter(HAS_PROCESSED).map(PROCESSED::test));
  }

  /** Returns the sending of a request. */
  private static ServiceCaller<?, ?> caller(Object request) {
    return (ServiceCaller<?, ?>)
        withMethod(
            ServiceCaller.class,
            "call",
            (caller, method, given) ->
                CALL_METHOD.invoke(given[0], MUTATE_ROWS, given[1], request, RESPONSE, given[2]),
            (caller, method, given) -> method.invoke(request, given)); // as every object has
  }

  /** Returns an object with one method; {@code MethodHandleProxies} takes far longer for each. */
  private static Object withMethod(
      Class<?> type, String name, InvocationHandler body, InvocationHandler others) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) ->
            (method.getName().equals(name) ? body : others).invoke(self, method, arguments));
  }

  /** Returns the only public method of the name. */
  private static Method method(Class<?> owner, String name) throws NoSuchMethodException {
    return Arrays.stream(owner.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new NoSuchMethodException(owner + "." + name));
  }

  @SuppressWarnings("unchecked")
  private static Predicate<Object> predicate(Method method) throws IllegalAccessException {
    return asInterfaceInstance(Predicate.class, MethodHandles.publicLookup().unreflect(method));
  }
}
