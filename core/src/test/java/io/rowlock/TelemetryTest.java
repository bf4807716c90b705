package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.rowlock.internal.protocol.RecoveryObserver.Recovery;
import io.rowlock.internal.telemetry.Telemetry;
import io.rowlock.simulation.Interceptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What traces and metrics tell of transactions; the reference lists all of it. */
class TelemetryTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference", "metrics.md");
  private static final Pattern LISTED = Pattern.compile("(?m)^\\| `([^`]+)` \\|");
  private static final TransactionSettings TRANSFER = TransactionSettings.named("transfer");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("rowlock.outcome");

  private final Watched watched = new Watched();
  private final SimulatedTransactions transactions =
      new SimulatedTransactions(Interceptor.NONE, watched.openTelemetry, Duration.ZERO);

  @Test
  void transactionIsATreeOfSpans() throws IOException {
    transfer();
    SpanData root = watched.span("transaction transfer");
    SpanData attempt = watched.span("attempt");
    assertThat(attempt.getParentSpanId()).isEqualTo(root.getSpanId());
    for (String phase : List.of("lock", "validate", "commit", "roll_forward")) {
      assertThat(spansOf(phase))
          .isNotEmpty()
          .allSatisfy(span -> assertThat(parentOf(span)).isEqualTo(attempt.getSpanId()));
    }
    assertThat(root.getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("db.system.name"), "hbase")
        .containsEntry(AttributeKey.stringKey("db.operation.name"), "transaction")
        .containsEntry(AttributeKey.stringKey("db.collection.name"), "accounts")
        .containsEntry(AttributeKey.longKey("rowlock.rows.read"), 2L)
        .containsEntry(AttributeKey.longKey("rowlock.rows.written"), 2L)
        .containsEntry(OUTCOME, "committed");
    assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
  }

  @Test
  void retriesAreAttemptsOfOneTransaction() throws IOException {
    retried();
    SpanData root = watched.span("transaction transfer");
    assertThat(spansOf("attempt"))
        .filteredOn(span -> parentOf(span).equals(root.getSpanId()))
        .extracting(span -> span.getAttributes().get(OUTCOME))
        .containsExactly("conflict", "committed");
    assertThat(root.getEvents()).extracting(event -> event.getName()).containsExactly("retry");
    assertThat(count("rowlock.retries")).isEqualTo(1);
    assertThat(count("rowlock.conflicts")).isEqualTo(1);
    assertThat(point("rowlock.conflicts").getAttributes())
        .isEqualTo(
            Attributes.of(
                AttributeKey.stringKey("rowlock.transaction.name"), "transfer",
                AttributeKey.stringKey("rowlock.phase"), "lock",
                AttributeKey.stringKey("rowlock.conflict.reason"), "written"));
  }

  @Test
  void failureIsTold() {
    assertThatThrownBy(
            () ->
                transactions
                    .loop()
                    .call(
                        TRANSFER,
                        tx -> {
                          throw new ArithmeticException("user's own");
                        }))
        .isInstanceOf(ArithmeticException.class);
    SpanData root = watched.span("transaction transfer");
    assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(root.getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("java.lang.ArithmeticException");
    assertThat(watched.span("attempt").getAttributes().get(OUTCOME)).isEqualTo("rolled_back");
  }

  @Test
  void userCodeRunsInItsAttempt() throws IOException {
    String[] current = new String[3];
    transactions.loop().call(TRANSFER, tx -> current[0] = currentSpan());
    CompletableFuture<String> call =
        transactions
            .loop()
            .callAsync(
                TRANSFER,
                tx -> {
                  current[1] = currentSpan();
                  return CompletableFuture.completedFuture("done");
                });
    assertThat(call).isCompleted();
    assertThat(spansOf("attempt"))
        .extracting(SpanData::getSpanId)
        .containsExactly(current[0], current[1]);
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
  }

  @Test
  void transactionThatTheUserEndsIsTold() throws IOException {
    try (Transaction transaction = transactions.begin(TRANSFER)) {
      write(transaction, "a", "1");
      transaction.commit();
    }
    try (Transaction given = transactions.begin()) {
      write(given, "a", "2");
    }
    assertThat(watched.span("transaction transfer").getAttributes().get(OUTCOME))
        .isEqualTo("committed");
    assertThat(watched.span("transaction").getAttributes().get(OUTCOME)).isEqualTo("rolled_back");
  }

  @Test
  void nothingIsRecordedWhereNobodyListens() throws IOException {
    SimulatedTransactions alone = new SimulatedTransactions();
    alone.loop().call(TRANSFER, tx -> read(tx, "a"));
    assertThat(watched.spans()).isEmpty();
    assertThat(watched.metrics()).isEmpty();
  }

  /** Both ways: nothing is told that is not listed, and nothing is listed that is not told. */
  @Test
  void referenceListsWhatIsTold() throws IOException {
    everything();
    Set<String> told = new TreeSet<>();
    watched.spans().forEach(span -> tell(told, span));
    watched.metrics().values().forEach(metric -> tell(told, metric));
    Set<String> listed = new TreeSet<>();
    Matcher names = LISTED.matcher(Files.readString(REFERENCE, StandardCharsets.UTF_8));
    while (names.find()) {
      listed.add(names.group(1));
    }
    assertThat(told).isEqualTo(listed);
  }

  /** With its unit and type, as in the reference. */
  @Test
  void referenceNamesUnits() throws IOException {
    everything();
    String reference = Files.readString(REFERENCE, StandardCharsets.UTF_8);
    for (MetricData metric : watched.metrics().values()) {
      String type = metric.getType().name().contains("SUM") ? "counter" : "histogram";
      assertThat(reference)
          .contains("| `" + metric.getName() + "` | " + type + " | " + metric.getUnit() + " |");
    }
  }

  private void everything() throws IOException {
    transfer();
    retried();
    failureIsToldOnce();
    losesAtEveryAttempt();
    new Telemetry(watched.openTelemetry, transactions.time, Duration.ZERO)
        .recovered(Recovery.ROLLED_BACK);
  }

  private void failureIsToldOnce() {
    assertThatThrownBy(() -> transactions.loop().call(TRANSFER, tx -> read(tx, "")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void run(TransactionWork<String, IOException> work) throws IOException {
    var unused = transactions.loop().call(TRANSFER, work);
  }

  /** Until it locks its rows, and after that gets through. */
  private void losesAtEveryAttempt() throws IOException {
    int[] attempts = {0};
    run(
        tx -> {
          String old = read(tx, "a");
          read(tx, "b");
          if (++attempts[0] < 4) {
            transactions.overwrite("a", "theirs " + attempts[0]);
          }
          write(tx, "a", old + attempts[0]);
          return old;
        });
    assertThat(attempts[0]).isEqualTo(4);
  }

  /** Reads one row and writes others, so that it has every phase. */
  private void transfer() throws IOException {
    run(
        tx -> {
          read(tx, "a");
          read(tx, "b");
          write(tx, "a", "1");
          write(tx, "c", "1");
          return "done";
        });
    assertThat(transactions.stored("c")).isEqualTo("1");
  }

  private void retried() throws IOException {
    int[] attempts = {0};
    run(
        tx -> {
          String old = read(tx, "a");
          if (attempts[0]++ == 0) {
            transactions.overwrite("a", "theirs");
          }
          write(tx, "a", old + "mine");
          return old;
        });
  }

  private static void tell(Set<String> told, SpanData span) {
    String name = span.getName();
    told.add(name.startsWith("transaction") ? "transaction" : name);
    span.getEvents().forEach(event -> told.add(event.getName()));
    span.getEvents().forEach(event -> tell(told, event.getAttributes()));
    tell(told, span.getAttributes());
  }

  private static void tell(Set<String> told, MetricData metric) {
    told.add(metric.getName());
    Consumer<Attributes> each = attributes -> tell(told, attributes);
    metric.getData().getPoints().forEach(point -> each.accept(point.getAttributes()));
  }

  private static void tell(Set<String> told, Attributes attributes) {
    attributes.asMap().keySet().forEach(key -> told.add(key.getKey()));
  }

  private static String currentSpan() {
    return Span.current().getSpanContext().getSpanId();
  }

  private static String parentOf(SpanData span) {
    return span.getParentSpanId();
  }

  private List<SpanData> spansOf(String name) {
    return watched.spans().stream().filter(span -> span.getName().equals(name)).toList();
  }

  private LongPointData point(String counter) {
    return watched.metrics().get(counter).getLongSumData().getPoints().iterator().next();
  }

  private long count(String counter) {
    return watched.metrics().get(counter).getLongSumData().getPoints().stream()
        .mapToLong(LongPointData::getValue)
        .sum();
  }
}
