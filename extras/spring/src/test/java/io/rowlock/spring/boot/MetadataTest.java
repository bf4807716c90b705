package io.rowlock.spring.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.engine.ConfigurationKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

/** IDEs complete and check these names. */
class MetadataTest {

  private static final String FILE = "/META-INF/spring-configuration-metadata.json";

  private final Map<String, String> types = new HashMap<>();

  MetadataTest() throws IOException {
    try (InputStream stream = HBaseProperties.class.getResourceAsStream(FILE)) {
      JsonElement metadata = JsonParser.parseReader(new InputStreamReader(stream, UTF_8));
      for (JsonElement each : metadata.getAsJsonObject().getAsJsonArray("properties")) {
        JsonObject property = each.getAsJsonObject();
        types.put(property.get("name").getAsString(), property.get("type").getAsString());
      }
    }
  }

  @Test
  void everyKeyIsNamed() {
    assertThat(types.keySet())
        .containsAll(ConfigurationKeys.all())
        .filteredOn(name -> name.startsWith("rowlock."))
        .hasSize(ConfigurationKeys.all().size() + 1); // and rowlock.configuration
  }

  @Test
  void durationsAreThoseThatMayHaveAUnit() {
    assertThat(ConfigurationKeys.all())
        .filteredOn(KnownKeys::isDuration)
        .hasSize(8)
        .allMatch(key -> types.get(key).equals("java.time.Duration"));
    assertThat(types.values()).filteredOn("java.time.Duration"::equals).hasSize(8);
  }
}
