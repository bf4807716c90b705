package io.rowlock.metrics;

import io.rowlock.TransactionManager;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The stack with the most of the library's classes below one of the noted calls. Only stacks of one
 * thread count that contain {@code TransactionManager.run}.
 */
final class LongestStack {

  private static final CodeSource LIBRARY = sourceOf(TransactionManager.class);

  private final Thread caller = Thread.currentThread();
  private List<String> longest = List.of();

  private static CodeSource sourceOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource();
  }

  /** Returns the target behind a proxy that notes every call. */
  <T> T watching(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              note();
              return call(target, method, arguments);
            }));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException failed) {
      throw Objects.requireNonNull(failed.getCause());
    }
  }

  void note() {
    if (Thread.currentThread() != caller) {
      return;
    }
    Set<String> classes = new LinkedHashSet<>();
    StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
        .forEach(
            frame -> {
              if (isOfLibrary(frame)) {
                classes.add(frame.getClassName().replaceAll("\\$.*", ""));
              }
            });
    if (classes.size() > longest.size() && classes.contains(TransactionManager.class.getName())) {
      longest = new ArrayList<>(classes);
      Collections.reverse(longest);
    }
  }

  private static boolean isOfLibrary(StackFrame frame) {
    return LIBRARY.equals(sourceOf(frame.getDeclaringClass()));
  }

  void forget() {
    longest = List.of();
  }

  /** Returns the names of the classes, the caller first. */
  List<String> classes() {
    return longest;
  }
}
