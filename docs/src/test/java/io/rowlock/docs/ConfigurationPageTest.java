package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RetryPolicy;
import io.rowlock.TransactionOptions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The page of settings names every key that the library reads, with the default it has. */
class ConfigurationPageTest {

  private static final Pattern ROW =
      Pattern.compile("^\\| `(\\w+\\.[\\w.]+)` \\| `?([\\w.]+)`? \\|", Pattern.MULTILINE);
  private static final Pattern KEY = Pattern.compile("\"(rowlock\\.[\\w.]+|hbase\\.[\\w.]+)\"");

  private final Map<String, String> documented = new LinkedHashMap<>();

  ConfigurationPageTest() throws IOException {
    Path page = MarkdownPage.ROOT.resolve("docs/reference/configuration.md");
    for (MatchResult row : ROW.matcher(Files.readString(page)).results().toList()) {
      documented.put(row.group(1), row.group(2));
    }
  }

  @Test
  void everyKeyIsThere() throws IOException {
    Path reader = Path.of("../core/src/main/java/io/rowlock/ConfiguredOptions.java");
    Set<String> read =
        KEY.matcher(Files.readString(reader))
            .results()
            .map(key -> key.group(1))
            .collect(Collectors.toSet());
    assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(read);
  }

  @Test
  void theDefaultsAreThose() throws ReflectiveOperationException {
    Map<String, Object> defaults = settings(new Configuration(false));
    for (Map.Entry<String, String> setting : documented.entrySet()) {
      String key = setting.getKey();
      String value = setting.getValue();
      if (!value.equals("any")) {
        assertThat(settings(with(key, value))).as(key).isEqualTo(defaults);
      }
      assertThat(settings(with(key, otherThan(value)))).as(key).isNotEqualTo(defaults);
    }
  }

  private static String otherThan(String value) {
    return switch (value) {
      case "true" -> "false";
      case "false" -> "true";
      case "any" -> "7";
      default -> String.valueOf(Long.parseLong(value) - 1);
    };
  }

  private static Configuration with(String key, String value) {
    Configuration configuration = new Configuration(false);
    configuration.set(key, value);
    return configuration;
  }

  /** By what users can ask the options, so that no setting is left out. */
  private static Map<String, Object> settings(Configuration configuration)
      throws ReflectiveOperationException {
    TransactionOptions options = TransactionOptions.from(configuration);
    Map<String, Object> settings = new TreeMap<>();
    for (Method method : TransactionOptions.class.getMethods()) {
      if (method.getDeclaringClass() == TransactionOptions.class
          && method.getParameterCount() == 0
          && !method.getName().matches("ofDefaults|builder|toBuilder")) {
        Object value = method.invoke(options);
        settings.put(method.getName(), value instanceof RetryPolicy ? value.toString() : value);
      }
    }
    return settings;
  }
}
