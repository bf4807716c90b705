package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The spans of HBase's client are children of the spans of the transaction. */
@ExtendWith(HBaseExtension.class)
class TracesIT {

  private static final TableName TABLE = TableName.valueOf("traces-it");
  private static final byte[] F = Bytes.toBytes("f");
  private static final String HBASE = "org.apache.hbase";

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

  /**
   * HBase's client uses the global tracer only. It must be set at once, because a tracing server
   * would otherwise set one that does nothing.
   */
  @BeforeEach
  void listen() {
    SdkTracerProvider provider =
        SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build();
    OpenTelemetrySdk sdk = OpenTelemetrySdk.builder().setTracerProvider(provider).build();
    GlobalOpenTelemetry.resetForTest();
    GlobalOpenTelemetry.set(sdk);
  }

  @AfterEach
  void leave() {
    GlobalOpenTelemetry.resetForTest();
  }

  @Test
  void requestSpansAreChildrenOfPhases(Connection connection) throws IOException {
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
                .build(),
            new byte[][] {Bytes.toBytes("m")});
    Set<String> ended;
    try (TransactionManager manager = TransactionManager.create(connection)) {
      manager.run(TransactionSettings.named("warm"), TracesIT::work);
      manager.drain();
      ended =
          exporter.getFinishedSpanItems().stream()
              .map(SpanData::getTraceId)
              .collect(Collectors.toSet());
      exporter.reset();
      manager.run(TransactionSettings.named("traced"), TracesIT::work);
      manager.drain();
    }
    Map<String, SpanData> byId = new HashMap<>();
    List<SpanData> spans =
        exporter.getFinishedSpanItems().stream()
            .filter(span -> !ended.contains(span.getTraceId())) // HBase may end a span late
            .toList();
    spans.forEach(span -> byId.put(span.getSpanId(), span));
    String trace =
        spans.stream()
            .filter(span -> span.getName().equals("transaction traced"))
            .findFirst()
            .orElseThrow()
            .getTraceId();
    for (String phase : List.of("read", "lock", "validate", "commit", "roll_forward")) {
      assertThat(spans)
          .filteredOn(span -> span.getTraceId().equals(trace))
          .filteredOn(TracesIT::isOfTable)
          .as(phase)
          .anyMatch(span -> phaseOf(span, byId).equals(Optional.of(phase)));
    }
    assertThat(spans)
        .filteredOn(TracesIT::isOfTable)
        .allSatisfy(span -> assertThat(phaseOf(span, byId)).as(span.getName()).isPresent());
  }

  private static void work(Transaction transaction) throws IOException {
    Table table = transaction.table(TABLE);
    Get read = new Get(Bytes.toBytes("z"));
    assertThat(table.get(read).isEmpty()).isTrue();
    try (ResultScanner scanner = table.getScanner(new Scan().withStartRow(Bytes.toBytes("x")))) {
      assertThat(scanner).isEmpty();
    }
    table.put(new Put(Bytes.toBytes("a")).addColumn(F, F, F));
    table.put(new Put(Bytes.toBytes("n")).addColumn(F, F, F));
  }

  /** The spans of requests to the table, without requests to the master. */
  private static boolean isOfTable(SpanData span) {
    return span.getInstrumentationScopeInfo().getName().equals(HBASE)
        && span.getName().endsWith(" default:" + TABLE.getNameAsString());
  }

  /** Returns the name of the nearest ancestor that is a span of the library. */
  private static Optional<String> phaseOf(SpanData span, Map<String, SpanData> byId) {
    SpanData above = span;
    while (above != null && above.getInstrumentationScopeInfo().getName().equals(HBASE)) {
      above = byId.get(above.getParentSpanId());
    }
    return Optional.ofNullable(above).map(SpanData::getName);
  }
}
