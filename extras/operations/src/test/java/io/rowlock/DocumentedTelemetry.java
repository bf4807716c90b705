package io.rowlock;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The traces and metrics of transactions, as rows of tables. */
final class DocumentedTelemetry {

  private final Set<String> spans = new TreeSet<>();
  private final Set<String> events = new TreeSet<>();
  private final Set<String> attributes = new TreeSet<>();
  private final List<List<String>> metrics = new ArrayList<>();

  DocumentedTelemetry() throws IOException {
    SampleTransactions sample = new SampleTransactions();
    sample.everything();
    sample
        .watched
        .spans()
        .forEach(
            span -> {
              String name = span.getName();
              spans.add(name.startsWith("transaction") ? "transaction" : name);
              add(span.getAttributes());
              span.getEvents().forEach(event -> events.add(event.getName()));
              span.getEvents().forEach(event -> add(event.getAttributes()));
            });
    sample.watched.metrics().values().forEach(this::add);
  }

  private void add(MetricData metric) {
    String type = metric.getType().name().contains("SUM") ? "counter" : "histogram";
    metrics.add(List.of("`" + metric.getName() + "`", type, metric.getUnit()));
    metric.getData().getPoints().forEach(point -> add(point.getAttributes()));
  }

  private void add(Attributes recorded) {
    recorded.asMap().keySet().forEach(key -> attributes.add(key.getKey()));
  }

  private static List<List<String>> rows(Collection<String> names) {
    return names.stream().map(name -> List.of("`" + name + "`")).toList();
  }

  List<List<String>> spans() {
    return rows(spans);
  }

  List<List<String>> events() {
    return rows(events);
  }

  List<List<String>> attributes() {
    return rows(attributes);
  }

  /** Returns the metrics with type and unit. */
  List<List<String>> metrics() {
    return metrics;
  }
}
