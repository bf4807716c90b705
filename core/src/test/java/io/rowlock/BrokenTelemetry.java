package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * An OpenTelemetry that counts its calls and throws at some of them, as a span processor, a sampler
 * or a metric view of a user may.
 */
final class BrokenTelemetry {

  final OpenTelemetry openTelemetry;
  private final IntPredicate fails;
  private final Supplier<Throwable> failure;
  private int calls;

  /**
   * Creates a telemetry.
   *
   * @param fails whether the call with that number, from 0, does
   */
  BrokenTelemetry(OpenTelemetry sound, IntPredicate fails, Supplier<Throwable> failure) {
    this.fails = fails;
    this.failure = failure;
    this.openTelemetry = (OpenTelemetry) broken(OpenTelemetry.class, sound);
  }

  int calls() {
    return calls;
  }

  private Object broken(Class<?> type, Object sound) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> call(sound, method, arguments));
  }

  private Object call(Object sound, Method method, Object[] arguments) throws Throwable {
    if (fails.test(calls++)) {
      throw failure.get();
    }
    Object answer;
    try {
      answer = method.invoke(sound, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
    Class<?> type = method.getReturnType();
    boolean isCalled =
        type.isInterface() && type.getName().matches("io.opentelemetry.api.(trace|metrics)[.].*");
    return isCalled ? broken(type, answer) : answer;
  }
}
