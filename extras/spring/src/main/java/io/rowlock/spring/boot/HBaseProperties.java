package io.rowlock.spring.boot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Copies an application's properties to HBase's configuration: {@code hbase.*} and {@code
 * rowlock.*} under the same keys, {@code rowlock.configuration.*} without this prefix. In each
 * spelling that Boot allows: a key that HBase's defaults or Rowlock know gets their spelling.
 */
final class HBaseProperties {

  private static final ConfigurationPropertyName ANY =
      ConfigurationPropertyName.of("rowlock.configuration");
  private static final List<ConfigurationPropertyName> PREFIXES =
      List.of(ConfigurationPropertyName.of("hbase"), ConfigurationPropertyName.of("rowlock"));

  private final Configuration configuration = HBaseConfiguration.create();
  private final KnownKeys known = KnownKeys.of(configuration);
  private final Map<String, String> values = new HashMap<>();
  private final Environment environment;
  private final Binder binder;

  private HBaseProperties(Environment environment) {
    this.environment = environment;
    this.binder = Binder.get(environment);
  }

  /** Returns the configuration of the class path, with the properties on top. */
  static Configuration of(Environment environment) {
    return new HBaseProperties(environment).read();
  }

  private Configuration read() {
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource names) {
        names.stream().filter(HBaseProperties::isOurs).forEach(name -> add(names, name));
      }
    }
    values.forEach(configuration::set);
    return configuration;
  }

  private static boolean isOurs(ConfigurationPropertyName name) {
    return PREFIXES.stream().anyMatch(prefix -> prefix.isAncestorOf(name)) && !name.equals(ANY);
  }

  /** Adds a property, unless a source before has it, perhaps in another spelling. */
  private void add(ConfigurationPropertySource source, ConfigurationPropertyName name) {
    if (isOfList(source, name)) {
      ConfigurationPropertyName list = name.getParent();
      new Binder(List.of(source), new PropertySourcesPlaceholdersResolver(environment))
          .bind(list, Bindable.listOf(String.class))
          .ifBound(parts -> values.putIfAbsent(key(list), String.join(",", parts)));
    } else if (KnownKeys.isDuration(key(name))) {
      binder
          .bind(name, Bindable.of(Duration.class))
          .ifBound(time -> put(name, String.valueOf(time.toMillis())));
    } else {
      binder.bind(name, Bindable.of(String.class)).ifBound(value -> put(name, value));
    }
  }

  /** Kubernetes describes a service "hbase-master" by HBASE_MASTER_PORT=tcp://10.0.0.1:16000. */
  private void put(ConfigurationPropertyName name, String value) {
    if (!value.startsWith("tcp://") && !value.startsWith("udp://")) {
      values.putIfAbsent(key(name), value);
    }
  }

  /** Lists begin with 0; other numbers are parts of names, as in {@code HBASE_NODE_1}. */
  private static boolean isOfList(
      ConfigurationPropertySource source, ConfigurationPropertyName name) {
    return name.isLastElementIndexed()
        && source.getConfigurationProperty(name.getParent().append("[0]")) != null;
  }

  private String key(ConfigurationPropertyName name) {
    List<String> elements = new ArrayList<>();
    for (int i = ANY.isAncestorOf(name) ? 2 : 0; i < name.getNumberOfElements(); i++) {
      elements.add(name.getElement(i, Form.ORIGINAL));
    }
    return known.spelling(String.join(".", elements));
  }
}
