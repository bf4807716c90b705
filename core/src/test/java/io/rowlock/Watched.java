package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An OpenTelemetry that keeps its records in memory. */
final class Watched {

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  final OpenTelemetry openTelemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();

  List<SpanData> spans() {
    return spans.getFinishedSpanItems();
  }

  /** Returns the only span of that name. */
  SpanData span(String name) {
    List<SpanData> found = spans().stream().filter(span -> span.getName().equals(name)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " spans '" + name + "' among " + names());
    }
    return found.get(0);
  }

  List<String> names() {
    return spans().stream().map(SpanData::getName).toList();
  }

  Map<String, MetricData> metrics() {
    Map<String, MetricData> byName = new TreeMap<>();
    Collection<MetricData> all = reader.collectAllMetrics();
    all.forEach(metric -> byName.put(metric.getName(), metric));
    return byName;
  }
}
