package io.rowlock.it.conformance;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.JarURLConnection;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.yetus.audience.InterfaceAudience;

/** The methods and options to cover: all of HBase's client classes, found by reflection. */
final class Required {

  private static final List<Class<?>> ARGUMENTS =
      List.of(
          Get.class,
          Scan.class,
          Put.class,
          Delete.class,
          Increment.class,
          Append.class,
          RowMutations.class,
          CheckAndMutate.Builder.class);

  private Required() {}

  /** The public methods of a table, with their parameters. */
  static Set<String> methods() {
    return Arrays.stream(Table.class.getMethods())
        .map(Coverage::signature)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The setters of the arguments, by class and method. */
  static Set<String> options() {
    return ARGUMENTS.stream()
        .flatMap(
            type ->
                Arrays.stream(type.getMethods())
                    .filter(method -> isOption(type, method))
                    .map(method -> nameOf(type) + "." + method.getName()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isOption(Class<?> type, Method method) {
    boolean changes =
        method.getReturnType().isAssignableFrom(type) && method.getReturnType() != Object.class;
    boolean builds = type == CheckAndMutate.Builder.class && method.getName().equals("build");
    boolean adds = type == RowMutations.class && method.getName().equals("add");
    return builds || adds || (changes && !Modifier.isStatic(method.getModifiers()));
  }

  private static String nameOf(Class<?> type) {
    return type.getName().replaceAll(".*\\.", "").replace('$', '.');
  }

  /** The built-in filters that users may create. */
  static Set<Class<?>> filters() throws IOException {
    return publicClasses(Filter.class);
  }

  static Set<Class<?>> comparators() throws IOException {
    return publicClasses(ByteArrayComparable.class);
  }

  private static Set<Class<?>> publicClasses(Class<?> parent) throws IOException {
    Predicate<Class<?>> usable =
        type ->
            parent.isAssignableFrom(type)
                && !Modifier.isAbstract(type.getModifiers())
                && type.isAnnotationPresent(InterfaceAudience.Public.class);
    try (Stream<JarEntry> entries = jarOf(parent).stream()) {
      return entries
          .map(JarEntry::getName)
          .filter(name -> name.matches("org/apache/hadoop/hbase/filter/\\w+\\.class"))
          .map(name -> load(name.replace(".class", "").replace('/', '.')))
          .filter(usable)
          .collect(Collectors.toSet());
    }
  }

  private static JarFile jarOf(Class<?> type) throws IOException {
    String resource = type.getSimpleName() + ".class";
    return ((JarURLConnection) type.getResource(resource).openConnection()).getJarFile();
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }
}
