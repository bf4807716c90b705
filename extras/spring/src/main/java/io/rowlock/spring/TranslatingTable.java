package io.rowlock.spring;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Passes the calls of a table, and of the scanners and builders that it returns, and throws
 * Spring's exceptions in place of {@link IOException}s.
 *
 * @param target the table, scanner or builder
 * @param failures receives each {@code IOException} before it is translated
 */
@SuppressWarnings("deprecation") // the builders, which are a part of Table
record TranslatingTable(Object target, Consumer<IOException> failures)
    implements InvocationHandler {

  private static final List<Class<?>> RETURNED =
      List.of(
          ResultScanner.class,
          Table.CheckAndMutateBuilder.class,
          Table.CheckAndMutateWithFilterBuilder.class);

  static Table around(Table table, Consumer<IOException> failures) {
    return (Table) proxy(Table.class, table, failures);
  }

  private static Object proxy(Class<?> type, Object target, Consumer<IOException> failures) {
    return Proxy.newProxyInstance(
        TranslatingTable.class.getClassLoader(),
        new Class<?>[] {type},
        new TranslatingTable(target, failures));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (isIteration(method)) {
      return InvocationHandler.invokeDefault(proxy, method, arguments); // it calls next() here
    }
    try {
      return translating(method.invoke(target, arguments));
    } catch (InvocationTargetException thrown) {
      throw translated(thrown.getTargetException());
    }
  }

  /** The target's own methods for iterators and streams would wrap failures. */
  private static boolean isIteration(Method method) {
    Class<?> declaring = method.getDeclaringClass();
    return method.isDefault()
        && (declaring == Iterable.class || declaring == ResultScanner.class)
        && !method.getName().equals("next");
  }

  private @Nullable Object translating(@Nullable Object value) {
    return value == null ? null : proxyOf(value);
  }

  private Object proxyOf(Object value) {
    return RETURNED.stream()
        .filter(type -> type.isInstance(value))
        .findFirst()
        .map(type -> proxy(type, value, failures))
        .orElse(value);
  }

  private Throwable translated(Throwable thrown) {
    if (thrown instanceof IOException failure) {
      failures.accept(failure);
      return Translation.of(failure);
    }
    return thrown;
  }
}
