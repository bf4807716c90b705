package io.rowlock.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** A table of a transaction gives the same answers as a plain HBase table. */
@ExtendWith(HBaseExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestInstance(Lifecycle.PER_CLASS)
class ConformanceIT {

  private static final int SEQUENCES = Integer.getInteger("conformance.sequences", 1_000);
  private static final int FIRST = Integer.getInteger("conformance.first", 0);
  private static final int AT_ONCE = 25;
  private static final int THREADS = Integer.getInteger("conformance.threads", 3);
  private static final int DIFFERENCES = 5;

  private static final TableName PLAIN = TableName.valueOf("conformance-plain");
  private static final TableName TRANSACTIONAL = TableName.valueOf("conformance");

  private final Connection connection;
  private final TransactionManager transactions;
  private final Match match;
  private final AtomicInteger lastShrink = new AtomicInteger();

  ConformanceIT(Connection connection) throws IOException {
    this.connection = impatient(connection);
    transactions = TransactionManager.create(connection);
    match = new Match(transactions, TRANSACTIONAL, new Coverage(), new LongAdder());
    connection.getAdmin().createTable(describe(PLAIN));
    TransactionAdmin.create(connection).createTable(describe(TRANSACTIONAL));
  }

  /** A client that does not repeat refused requests. */
  private static Connection impatient(Connection patient) throws IOException {
    Configuration configuration = new Configuration(patient.getConfiguration());
    configuration.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    configuration.setInt(HConstants.HBASE_CLIENT_PAUSE, 1);
    return ConnectionFactory.createConnection(configuration);
  }

  private static TableDescriptor describe(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Draw.F))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Draw.G))
        .build();
  }

  @AfterAll
  void close() throws IOException {
    transactions.close();
    connection.close();
  }

  @Test
  @Order(1)
  void generatedSequencesHaveSameAnswers() throws Exception {
    long start = System.nanoTime();
    List<String> differences = new ArrayList<>();
    AtomicInteger next = new AtomicInteger(FIRST);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<List<String>>> players = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        players.add(() -> playOn(next));
      }
      for (Future<List<String>> player : threads.invokeAll(players)) {
        differences.addAll(player.get());
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.printf(
        "Conformance: %d sequences, %d calls, %d s, %d differences%n",
        SEQUENCES,
        match.calls().sum(),
        Duration.ofNanos(System.nanoTime() - start).toSeconds(),
        differences.size());
    System.out.println(match.coverage().methods());
    System.out.println(match.coverage().options());
    assertThat(differences).isEmpty();
    transactions.drain();
    assertHoldTheSame();
  }

  /** Reads the remaining rows with HBase's own readers. */
  private void assertHoldTheSame() throws IOException {
    Scan scan = new Scan().addFamily(Draw.F).addFamily(Draw.G).setCaching(1_000);
    int rows = 0;
    try (Table plain = connection.getTable(PLAIN);
        Table stored = connection.getTable(TRANSACTIONAL);
        ResultScanner expected = plain.getScanner(scan);
        ResultScanner found = stored.getScanner(scan)) {
      for (Result row = expected.next(); row != null; row = expected.next()) {
        assertThat(Answer.of(found.next())).isEqualTo(Answer.of(row));
        rows++;
      }
      assertThat(found.next()).isNull();
    }
    assertThat(rows).isGreaterThan(SEQUENCES);
  }

  @Test
  @Order(2)
  void handwrittenCallsHaveSameAnswers() throws IOException {
    TableName plainName = TableName.valueOf("conformance-small-plain");
    TableName name = TableName.valueOf("conformance-small");
    connection.getAdmin().createTable(describe(plainName));
    TransactionAdmin.create(connection).createTable(describe(name));
    List<Put> puts = Stream.of("a", "c", "m", "x").map(HandWritten::put).toList();
    try (Table plain = connection.getTable(plainName);
        Transaction tx = transactions.begin()) {
      plain.put(puts);
      transactions.run(filling -> filling.table(name).put(puts));
      Table transactional = match.coverage().counting(tx.table(name));
      HandWritten.calls()
          .forEach(
              (what, use) -> {
                Call call = new Call(what, List.of(), use);
                assertThat(Answer.of(call, transactional).text())
                    .as(what)
                    .isEqualTo(Answer.of(call, plain).text());
              });
    }
  }

  /** Covers generated and handwritten sequences together, so it runs last. */
  @Test
  @Order(3)
  void sequencesCoverEveryMethod() {
    Set<String> missing = Required.methods();
    missing.removeAll(match.coverage().methods().keySet());
    Differences.failing().keySet().forEach(call -> missing.remove(call.replace("Table.", "")));
    assertThat(missing).as("neither covered nor in differences.md").isEmpty();
  }

  @Test
  @Order(3)
  void sequencesCoverEveryOption() {
    Set<String> missing = Required.options();
    missing.removeAll(match.coverage().options().keySet());
    missing.removeIf(Differences::lists);
    missing.remove("Delete.setTTL"); // which throws
    assertThat(missing).as("neither covered nor in differences.md").isEmpty();
  }

  @Test
  @Order(3)
  void sequencesCoverEveryFilter() throws IOException {
    Set<String> missing =
        Stream.concat(Required.filters().stream(), Required.comparators().stream())
            .map(Class::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    missing.removeAll(match.coverage().options().keySet());
    missing.removeIf(filter -> Differences.refused().containsKey("Get.setFilter(" + filter + ")"));
    assertThat(missing).as("neither covered nor in differences.md").isEmpty();
  }

  private List<String> playOn(AtomicInteger next) throws IOException {
    List<String> differences = new ArrayList<>();
    try (Table plain = connection.getTable(PLAIN)) {
      int first = next.getAndAdd(AT_ONCE);
      while (first < FIRST + SEQUENCES && differences.size() < DIFFERENCES) {
        play(plain, first, Math.min(first + AT_ONCE, FIRST + SEQUENCES), differences);
        first = next.getAndAdd(AT_ONCE);
      }
    }
    return differences;
  }

  private void play(Table plain, int first, int end, List<String> differences) throws IOException {
    List<Put> contents = new ArrayList<>();
    for (int number = first; number < end; number++) {
      contents.addAll(Sequence.of(number).puts(prefix(number)));
    }
    match.fill(plain, contents);
    Clock.tick();
    for (int number = first; number < end; number++) {
      Sequence sequence = Sequence.of(number);
      String difference = match.play(plain, sequence, prefix(number));
      if (!difference.isEmpty()) {
        differences.add(shrink(plain, sequence));
      }
    }
  }

  private static String prefix(int number) {
    return "%06d-".formatted(number);
  }

  /** Removes steps that the difference does not require. */
  private String shrink(Table plain, Sequence sequence) throws IOException {
    Sequence smallest = sequence;
    String difference = replay(plain, sequence);
    for (int step = sequence.steps().size() - 1; step >= 0; step--) {
      Sequence smaller = smallest.withoutStep(step);
      String still = replay(plain, smaller);
      if (!still.isEmpty()) {
        smallest = smaller;
        difference = still;
      }
    }
    for (int put = sequence.contents().size() - 1; put >= 0; put--) {
      Sequence smaller = smallest.withoutContent(put);
      String still = replay(plain, smaller);
      if (!still.isEmpty()) {
        smallest = smaller;
        difference = still;
      }
    }
    return "\nSequence %d (-Dconformance.first=%d -Dconformance.sequences=1):\nholds %s\n%s\n"
        .formatted(sequence.number(), sequence.number(), smallest.puts("-").toString(), difference);
  }

  private String replay(Table plain, Sequence sequence) throws IOException {
    String prefix = "%06d~%d-".formatted(sequence.number(), lastShrink.incrementAndGet());
    match.fill(plain, sequence.puts(prefix));
    Clock.tick();
    return match.play(plain, sequence, prefix);
  }
}
