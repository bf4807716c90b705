package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** Every blocking method has an asynchronous twin, or a reason to have none. */
class AsyncTwinsTest {

  /** Parameter types of blocking methods, with those of their twins. */
  private static final Map<Class<?>, Class<?>> COUNTERPARTS =
      Map.of(
          TransactionWork.class, AsyncTransactionWork.class,
          TransactionAction.class, AsyncTransactionWork.class,
          Connection.class, AsyncConnection.class);

  /** Classes whose callers must use a separate thread, as their Javadoc states. */
  private static final Set<Class<?>> BLOCKING_BY_DESIGN = Set.of(TransactionAdmin.class);

  /** Closing, rolling back by hand, and savepoints send no request that a caller waits for. */
  private static final Set<String> DOES_NOT_BLOCK =
      Set.of("Transaction.close", "Transaction.savepoint", "Transaction.rollbackTo");

  /** Methods of HBase's table whose twin has another name or signature. */
  private static final Map<String, String> NAMED_OTHERWISE =
      Map.of(
          "getScanner", "scan",
          "existsAll", "exists",
          "batchCallback", "batch",
          "batchCoprocessorService", "coprocessorService",
          "getTableDescriptor", "getDescriptor",
          "checkAndPut", "checkAndMutate",
          "checkAndDelete", "checkAndMutate");

  @Test
  void everyBlockingMethodOfThePublicClassesHasATwin() {
    List<String> alone =
        Stream.of(TransactionManager.class, Transaction.class)
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .filter(AsyncTwinsTest::mayBlock)
            .filter(method -> !DOES_NOT_BLOCK.contains(name(method)))
            .filter(method -> !hasTwin(method))
            .map(Method::toString)
            .toList();
    assertThat(alone).isEmpty();
  }

  /** A new class that blocks must be added to one of the lists. */
  @Test
  void otherPublicClassesDoNotBlock() throws IOException {
    Set<Class<?>> blocking =
        publicClasses().stream()
            .filter(type -> Arrays.stream(type.getMethods()).anyMatch(AsyncTwinsTest::mayBlock))
            .collect(Collectors.toSet());
    blocking.removeAll(BLOCKING_BY_DESIGN);
    assertThat(blocking)
        .containsExactlyInAnyOrder(
            TransactionManager.class,
            Transaction.class,
            TransactionWork.class, // implemented by users
            TransactionAction.class);
  }

  private static Set<Class<?>> publicClasses() throws IOException {
    Set<Class<?>> all = new HashSet<>();
    for (Class<?> door : List.of(TransactionManager.class, TransactionAdmin.class)) {
      all.addAll(publicClasses(door));
    }
    return all;
  }

  /** Those of the package of that class. */
  private static Set<Class<?>> publicClasses(Class<?> door) throws IOException {
    Path classes = Path.of(door.getProtectionDomain().getCodeSource().getLocation().getPath());
    String name = door.getPackageName();
    try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class") && !file.startsWith("package-info"))
          .map(file -> load(name + "." + file))
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .collect(Collectors.toSet());
    }
  }

  private static Class<?> load(String file) {
    try {
      String name = file.substring(0, file.length() - ".class".length());
      return Class.forName(name, false, AsyncTwinsTest.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new AssertionError(missing);
    }
  }

  /** A method that waits for HBase throws HBase's exceptions, or closes something. */
  private static boolean mayBlock(Method method) {
    boolean fails =
        Arrays.stream(method.getExceptionTypes()).anyMatch(type -> type == IOException.class)
            || Arrays.stream(method.getGenericExceptionTypes())
                .anyMatch(type -> type.getTypeName().equals("X"));
    return fails || (method.getName().equals("close") && method.getParameterCount() == 0);
  }

  private static String name(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  private static boolean hasTwin(Method blocking) {
    Class<?>[] types =
        Arrays.stream(blocking.getParameterTypes())
            .map(type -> COUNTERPARTS.getOrDefault(type, type))
            .toArray(Class<?>[]::new);
    try {
      Method twin = blocking.getDeclaringClass().getMethod(blocking.getName() + "Async", types);
      return twin.getReturnType() == CompletableFuture.class && !mayBlock(twin);
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  /** HBase's own interfaces: a release that adds a blocking method fails this test. */
  @Test
  void everyBlockingMethodOfATableHasATwin() {
    Set<String> twins =
        Arrays.stream(AsyncTable.class.getMethods())
            .map(Method::getName)
            .collect(Collectors.toSet());
    Map<String, Method> alone = new HashMap<>();
    for (Method method : Table.class.getMethods()) {
      String twin = NAMED_OTHERWISE.getOrDefault(method.getName(), method.getName());
      if (mayBlock(method) && !twins.contains(twin)) {
        alone.put(method.getName(), method);
      }
    }
    assertThat(alone.keySet()).containsExactly("close"); // which does nothing
  }
}
