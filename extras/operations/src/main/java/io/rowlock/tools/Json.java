package io.rowlock.tools;

import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Creates JSON objects. */
final class Json {

  private static final Gson GSON = new Gson();

  private Json() {}

  /** Returns an object of these names and values, in turns. */
  static JsonObject of(Object... namesAndValues) {
    JsonObject json = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      json.add(namesAndValues[i].toString(), element(namesAndValues[i + 1]));
    }
    return json;
  }

  private static JsonElement element(Object value) {
    boolean isText =
        !(value instanceof Number || value instanceof Boolean || value instanceof JsonElement);
    return GSON.toJsonTree(isText ? value.toString() : value);
  }
}
