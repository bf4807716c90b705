package io.rowlock.it.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Table;

/** Counts the uses of each method of a table, and of each option, without an exception. */
final class Coverage {

  private final ConcurrentMap<String, LongAdder> methods = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> options = new ConcurrentHashMap<>();

  /** A table that counts its calls. */
  Table counting(Table table) {
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(table, arguments);
                count(methods, signature(method));
                return answer;
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }

  void used(Iterable<String> used) {
    used.forEach(option -> count(options, option));
  }

  private static void count(ConcurrentMap<String, LongAdder> counts, String name) {
    counts.computeIfAbsent(name, any -> new LongAdder()).increment();
  }

  /** Returns the name and the simple names of the parameters' types. */
  static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  Map<String, Long> methods() {
    return sums(methods);
  }

  Map<String, Long> options() {
    return sums(options);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counts) {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((name, count) -> sums.put(name, count.sum()));
    return sums;
  }
}
