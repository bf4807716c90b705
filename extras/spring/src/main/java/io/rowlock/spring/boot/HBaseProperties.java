package io.rowlock.spring.boot;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Copies an application's properties to HBase's configuration, under the same keys. */
final class HBaseProperties {

  private static final List<String> PREFIXES = List.of("hbase", "rowlock");

  private HBaseProperties() {}

  /** Returns the configuration of the class path, with the properties on top. */
  static Configuration of(Environment environment) {
    Configuration configuration = HBaseConfiguration.create();
    Binder properties = Binder.get(environment);
    for (String prefix : PREFIXES) {
      properties
          .bind(prefix, Bindable.mapOf(String.class, String.class))
          .orElse(Map.of())
          .forEach((key, value) -> configuration.set(prefix + '.' + key, value));
    }
    return configuration;
  }
}
