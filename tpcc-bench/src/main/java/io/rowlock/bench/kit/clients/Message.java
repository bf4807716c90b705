package io.rowlock.bench.kit.clients;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** A line between a command and one of its client processes: a mark, and JSON. */
record Message(Step step, JsonNode content) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Tells messages from what a JVM prints. */
  private static final String MARK = "rowlock-bench-client ";

  /** The steps of both sides. */
  enum Step {
    /** The client is to connect; it answers {@link #READY}. */
    OPEN,
    /** The client is to prepare a window; it answers {@link #READY}. */
    PREPARE,
    /** The client is to run the prepared window; it answers {@link #DONE}. */
    RUN,
    /** The client is to end. */
    END,
    READY,
    /** The result of a window. */
    DONE,
    /** The client ends; the content is its reason. */
    FAILED
  }

  static Message of(Step step, Object content) {
    return new Message(step, MAPPER.valueToTree(content));
  }

  /** Empty if the line is something else. */
  static Optional<Message> parse(String line) throws IOException {
    return line.startsWith(MARK)
        ? Optional.of(MAPPER.readValue(line.substring(MARK.length()), Message.class))
        : Optional.empty();
  }

  String line() throws JsonProcessingException {
    return MARK + MAPPER.writeValueAsString(this);
  }

  /** The content as texts by their names. */
  Map<String, String> texts() {
    return MAPPER.convertValue(content, new TypeReference<Map<String, String>>() {});
  }

  <T> T as(Class<T> type) throws IOException {
    return MAPPER.treeToValue(content, type);
  }
}
