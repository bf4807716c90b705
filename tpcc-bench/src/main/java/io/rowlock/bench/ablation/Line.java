package io.rowlock.bench.ablation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.Firings;
import io.rowlock.bench.kit.Spread;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one run of a benchmark has measured of one series.
 *
 * @param fired how often each mechanism fired, by committed transactions
 */
record Line(String series, Map<Quantity, Double> figures, Map<Mechanism, Spread> fired) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double MICROS_PER_MILLI = 1_000;
  private static final List<String> NAMES =
      List.of("kind", "ids", "profile", "mode", "clients", "threads", "servers");

  /** Returns the lines of a file that a command wrote, without those of plain HBase. */
  static List<Line> read(Path file) throws IOException {
    JsonNode results = JSON.readTree(file.toFile());
    if (results.has("totals")) {
      return List.of(ofTpcc(results));
    }
    List<Line> lines = new ArrayList<>();
    for (JsonNode row : results.path("rows")) {
      if (!isOfPlainHBase(row)) {
        lines.add(of(row));
      }
    }
    return lines;
  }

  private static boolean isOfPlainHBase(JsonNode row) {
    return Stream.of("kind", "mode").anyMatch(name -> row.path(name).asText().startsWith("raw"));
  }

  private static Line of(JsonNode row) {
    String series =
        NAMES.stream()
            .filter(row::hasNonNull)
            .map(
                name ->
                    row.path(name).isNumber()
                        ? name + ": " + row.path(name)
                        : row.path(name).asText())
            .collect(Collectors.joining(", "));
    Map<Quantity, Double> figures = new EnumMap<>(Quantity.class);
    for (Quantity quantity : Quantity.values()) {
      quantity.in(row).ifPresent(value -> figures.put(quantity, value));
    }
    Map<Mechanism, Spread> fired = new EnumMap<>(Mechanism.class);
    for (Mechanism mechanism : Mechanism.values()) {
      JsonNode spread = row.path(Firings.name(mechanism));
      fired.put(
          mechanism,
          new Spread(
              spread.path("min").asDouble(),
              spread.path("median").asDouble(),
              spread.path("max").asDouble()));
    }
    return new Line(series, figures, fired);
  }

  private static Line ofTpcc(JsonNode run) {
    JsonNode totals = run.path("totals");
    JsonNode requests = run.path("requests");
    JsonNode processes = run.path("processes");
    double transactions = Math.max(1, totals.path("transactions").asDouble());
    Map<Quantity, Double> figures = new EnumMap<>(Quantity.class);
    figures.put(Quantity.THROUGHPUT, totals.path("transactionsPerSecond").asDouble());
    figures.put(Quantity.P50, totals.path("latency").path("p50").asDouble() * MICROS_PER_MILLI);
    figures.put(Quantity.REQUESTS, requests.path("rpcsPerTransaction").asDouble());
    if (processes.hasNonNull("clientMicros")) {
      figures.put(Quantity.CLIENT_CPU, processes.path("clientMicros").asDouble());
    }
    if (processes.hasNonNull("serverMicros")) {
      figures.put(Quantity.SERVER_CPU, processes.path("serverMicros").asDouble());
    }
    Map<Mechanism, Spread> fired = new EnumMap<>(Mechanism.class);
    for (Mechanism mechanism : Mechanism.values()) {
      double count = requests.path("library").path(Firings.name(mechanism)).asDouble();
      fired.put(mechanism, Spread.of(List.of(count / transactions)));
    }
    return new Line("tx", figures, fired);
  }

  boolean hasFired(Mechanism mechanism) {
    return Objects.requireNonNull(fired.get(mechanism)).max() > 0;
  }
}
