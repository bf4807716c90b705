package io.rowlock.connection;

import static io.rowlock.it.kit.Rows.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A row that stays locked ends the transaction of a scan, and the scan goes on in another one. */
@ExtendWith(HBaseExtension.class)
class ScanRestartIT {

  private final TransactionSettings settings = TransactionSettings.builder().build();
  private AsyncConnection connection;
  private TransactionManager reader;
  private AsyncTables tables;
  private TransactionManager writer;
  private TableName name;
  private TableName deciding;

  @BeforeEach
  void connect(Connection plain) throws Exception {
    connection = ConnectionFactory.createAsyncConnection(plain.getConfiguration()).get();
    RowlockOptions impatient = RowlockOptions.builder().lockWait(Duration.ofMillis(50)).build();
    reader = TransactionManager.create(connection, impatient);
    tables =
        new AsyncTables(
            new EnabledTables(() -> plain, false, System::nanoTime),
            new Lazy<>(() -> TransactionManager.create(connection)));
    writer = TransactionManager.create(plain);
    name = TestTables.createGated(plain, "m");
    deciding = TestTables.createGated(plain);
    writer.run(tx -> tx.table(name).put(List.of(put("a", "1"), put("k", "1"), put("z", "1"))));
    writer.drain();
  }

  @AfterEach
  void disconnect() throws IOException {
    writer.close();
    tables.close();
    reader.close();
    connection.close();
  }

  /** A scan that goes on in threads of its own. */
  @FunctionalInterface
  private interface Scanning {
    Future<List<String>> start(Crew crew);
  }

  /**
   * The locks that the scan meets are released when it has begun a second transaction. The primary
   * is the new row of the other table.
   */
  private void assertGoesOn(Scanning scanning, String... values) throws Exception {
    try (Hold commitPoint = Hold.of(deciding, LockWrite.COMMIT_POINT);
        Crew crew = new Crew()) {
      Future<?> committing =
          crew.start(
              () -> {
                writer.run(
                    tx -> {
                      tx.table(deciding).put(put("new", "2"));
                      tx.table(name).put(List.of(put("k", "2"), put("z", "2")));
                    });
                return null;
              });
      commitPoint.awaitArrivals(1);
      Future<List<String>> rows = scanning.start(crew);
      Await.until(
          "a second transaction", Duration.ofMinutes(1), () -> reader.counters().begun() > 1);
      commitPoint.release();
      assertThat(rows.get(1, TimeUnit.MINUTES)).containsExactly(values);
      var unused = Crew.get(committing);
    }
  }

  @Test
  void scannersGoOn() throws Exception {
    assertGoesOn(crew -> crew.start(() -> scanned(new Scan())), "1", "2", "2");
  }

  @Test
  void scannersWithFiltersGoOn() throws Exception {
    Scan scan = new Scan().setFilter(new ColumnPrefixFilter(Rows.V));
    assertGoesOn(crew -> crew.start(() -> scanned(scan)), "1", "2", "2");
  }

  @Test
  void scannersWithLimitsGoOn() throws Exception {
    Scan scan = new Scan().setLimit(2);
    assertGoesOn(crew -> crew.start(() -> scanned(scan)), "1", "2");
  }

  @Test
  void scannersOfPartsOfRowsGoOnBeforeTheFirst() throws Exception {
    Scan scan = new Scan().withStartRow(Bytes.toBytes("k")).setBatch(1);
    assertGoesOn(crew -> crew.start(() -> scanned(scan)), "2", "2");
  }

  private List<String> scanned(Scan scan) throws IOException {
    try (CommittedScanner scanner = new CommittedScanner(reader, name, scan, tables.known())) {
      List<String> values = new ArrayList<>();
      scanner.forEach(row -> values.add(Rows.text(row)));
      return values;
    }
  }

  @Test
  void asynchronousScansGoOn() throws Exception {
    Collector collector = new Collector();
    assertGoesOn(
        crew -> {
          new CommittedScan(reader, settings, name, new Scan(), collector, tables).start();
          return collector.ended;
        },
        "1",
        "2",
        "2");
  }

  private static final class Collector implements AdvancedScanResultConsumer {

    private final List<String> seen = new ArrayList<>();
    private final CompletableFuture<List<String>> ended = new CompletableFuture<>();

    @Override
    public void onNext(Result[] rows, ScanController controller) {
      for (Result row : rows) {
        seen.add(Rows.text(row));
      }
    }

    @Override
    public void onError(Throwable error) {
      ended.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      ended.complete(seen);
    }
  }
}
