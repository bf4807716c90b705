package io.rowlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Facts for the documentation from the sources, the settings and the build. */
record DocumentedCode(Path root) {

  private static final Pattern SNIPPET =
      Pattern.compile("^ *// snippet: (\\w+)\n(.*?)^ *// end$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern IMPORT =
      Pattern.compile("^import (static )?[\\w.]+\\.(\\w+);\n", Pattern.MULTILINE);
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "(<dependency>\\s*<groupId>)[^<]*(</groupId>\\s*<artifactId>)([^<]*)(</artifactId>\\s*<version>)[^<]*");

  /** For each key, one of these values is not its default. */
  private static final List<String> VALUES = List.of("7", "true", "false", "29999");

  /** Notes the keys that are read. */
  private static final class Recording extends Configuration {

    private final Set<String> keys = new LinkedHashSet<>();

    Recording() {
      super(false);
    }

    @Override
    public String getTrimmed(String key) {
      keys.add(key);
      return super.getTrimmed(key);
    }
  }

  /** Returns keys and defaults. */
  List<List<String>> settings() {
    Recording recording = new Recording();
    Map<String, Object> defaults = values(RowlockOptions.from(recording));
    return recording.keys.stream()
        .filter(key -> !key.equals(HConstants.ZK_SESSION_TIMEOUT)) // HBase's; it moves two defaults
        .map(key -> List.of("`" + key + "`", defaultOf(key, defaults)))
        .toList();
  }

  /** Returns the default of the only option that the key changes. */
  private static String defaultOf(String key, Map<String, Object> defaults) {
    for (String value : VALUES) {
      Map<String, Object> changed = values(key, value);
      changed.entrySet().removeAll(defaults.entrySet());
      if (changed.size() == 1) {
        return text(defaults.get(changed.keySet().iterator().next()));
      }
    }
    throw new IllegalStateException("no single option changes with " + key);
  }

  private static Map<String, Object> values(String key, String value) {
    Configuration configuration = new Configuration(false);
    configuration.set(key, value);
    try {
      return values(RowlockOptions.from(configuration));
    } catch (IllegalArgumentException refused) {
      return new TreeMap<>();
    }
  }

  private static String text(Object value) {
    if (value instanceof Duration duration) {
      return String.valueOf(duration.toMillis());
    }
    return value.equals(Integer.MAX_VALUE) ? "any" : value.toString();
  }

  /** Returns the values of all public getters, so that no setting is left out. */
  private static Map<String, Object> values(Object options) {
    Map<String, Object> values = new TreeMap<>();
    for (Method method : options.getClass().getDeclaredMethods()) {
      boolean isQuestion =
          Modifier.isPublic(method.getModifiers())
              && !Modifier.isStatic(method.getModifiers())
              && method.getParameterCount() == 0
              && !method.getName().matches("toBuilder|toString|hashCode");
      if (isQuestion) {
        Object value = invoke(method, options);
        values.putAll(
            value instanceof RetryPolicy ? values(value) : Map.of(method.getName(), value));
      }
    }
    return values;
  }

  private static Object invoke(Method method, Object target) {
    try {
      return method.invoke(target);
    } catch (IllegalAccessException | InvocationTargetException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Returns failures that state the outcome of a transaction. */
  List<List<String>> exceptionsOfTransactions() throws IOException {
    return exceptions(DocumentedCode::isOfTransactions);
  }

  /** Returns mistakes of the calling code. */
  List<List<String>> exceptionsOfMisuse() throws IOException {
    return exceptions(RuntimeException.class::isAssignableFrom);
  }

  /** Returns failures of tools, outside of any transaction. */
  List<List<String>> exceptionsOfTools() throws IOException {
    return exceptions(
        type -> RowlockException.class.isAssignableFrom(type) && !isOfTransactions(type));
  }

  private static boolean isOfTransactions(Class<?> type) {
    return NotCommittedException.class.isAssignableFrom(type)
        || CommitOutcomeUnknownException.class.isAssignableFrom(type);
  }

  private List<List<String>> exceptions(Predicate<Class<?>> belongs) throws IOException {
    try (Stream<Path> sources = Files.list(root.resolve("core/src/main/java/io/rowlock"))) {
      return sources
          .filter(file -> file.toString().endsWith("Exception.java"))
          .sorted()
          .map(DocumentedCode::typeOf)
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .filter(type -> !Modifier.isAbstract(type.getModifiers()))
          .filter(belongs)
          .map(type -> List.of("`" + type.getSimpleName() + "`"))
          .toList();
    }
  }

  private static Class<?> typeOf(Path source) {
    try {
      return Class.forName("io.rowlock." + source.getFileName().toString().replace(".java", ""));
    } catch (ClassNotFoundException notCompiled) {
      throw new IllegalStateException(notCompiled);
    }
  }

  /** Returns the same dependencies, with the coordinates that the build produces and tests. */
  String withCoordinates(String old) {
    return DEPENDENCY.matcher(old).replaceAll(this::withCoordinates);
  }

  private String withCoordinates(MatchResult dependency) {
    String parent = read("pom.xml");
    boolean own = dependency.group(3).startsWith("rowlock");
    String group = own ? find(parent, "<groupId>(.*?)</groupId>") : "org.apache.hbase";
    String version =
        own
            ? find(parent, "<version>(.*?)</version>")
            : find(parent, "<hbase.version>(.*?)</hbase.version>");
    return Matcher.quoteReplacement(
        dependency.group(1)
            + group
            + dependency.group(2)
            + dependency.group(3)
            + dependency.group(4)
            + version);
  }

  private static String find(String text, String regex) {
    return Pattern.compile(regex)
        .matcher(text)
        .results()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(regex))
        .group(1);
  }

  private String read(String file) {
    try {
      return Files.readString(root.resolve(file));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Returns the parts of compiled sources that pages show, by name. */
  Map<String, String> snippets() throws IOException {
    Map<String, String> snippets = new TreeMap<>();
    for (String directory :
        List.of("docs/src", "extras/mapreduce/src/test", "extras/spring/src/test")) {
      addSnippets(root.resolve(directory), snippets);
    }
    return snippets;
  }

  private static void addSnippets(Path directory, Map<String, String> snippets) throws IOException {
    try (Stream<Path> sources = Files.walk(directory)) {
      for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        String text = Files.readString(source);
        SNIPPET
            .matcher(text)
            .results()
            .forEach(
                found ->
                    snippets.merge(
                        found.group(1),
                        withImports(found.group(2).stripTrailing().stripIndent().strip(), text),
                        (one, other) -> {
                          throw new IllegalStateException("twice: " + found.group(1));
                        }));
      }
    }
  }

  /** Puts the imports of the source that a snippet needs before it, static ones first. */
  private static String withImports(String snippet, String source) {
    return IMPORT.matcher(snippet).find()
        ? snippet + "\n"
        : imports(source, snippet, true) + imports(source, snippet, false) + snippet + "\n";
  }

  /** Returns a paragraph; pages show the other examples as code of the reader's own. */
  private static String imports(String source, String snippet, boolean isStatic) {
    String imports =
        IMPORT
            .matcher(source)
            .results()
            .filter(found -> (found.group(1) != null) == isStatic)
            .filter(found -> !found.group().contains(".examples."))
            .filter(found -> isUsed(found.group(2), snippet))
            .map(MatchResult::group)
            .collect(Collectors.joining());
    return imports.isEmpty() ? "" : imports + "\n";
  }

  private static boolean isUsed(String type, String snippet) {
    return Pattern.compile("(?<![.\\w])" + type + "\\b").matcher(snippet).find();
  }
}
