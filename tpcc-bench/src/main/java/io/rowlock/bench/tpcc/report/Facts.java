package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of a record and of those in it, by their paths. */
final class Facts {
  private Facts() {}

  static Map<String, String> of(Object thing) {
    Map<String, String> facts = new LinkedHashMap<>();
    add(facts, "", new ObjectMapper().valueToTree(thing));
    return facts;
  }

  private static void add(Map<String, String> facts, String path, JsonNode node) {
    if (node.isObject()) {
      node.fields()
          .forEachRemaining(
              field -> {
                String name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
                add(facts, name, field.getValue());
              });
    } else {
      facts.put(path, node.isValueNode() ? node.asText() : node.toString());
    }
  }
}
