package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.NotCommittedException;
import io.rowlock.connection.RowlockConnection;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/**
 * An application that knows only HBase, on a connection whose configuration makes its calls
 * transactions while the table is transactional. It counts, and reads what it has written.
 */
final class PlainApplication implements AutoCloseable {

  private static final String COUNTER = "counter";
  private static final String REGISTER = "register";
  private static final Duration AFTER_FAILURE = Duration.ofMillis(20);

  private final TableName name;
  private final Connection connection;
  private final Crew crew = new Crew();
  private final AtomicLong counted = new AtomicLong();
  private final AtomicLong doubtful = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final long base;
  private volatile boolean isEnding;

  private PlainApplication(Configuration configuration, TableName name) throws IOException {
    Configuration own = new Configuration(configuration);
    own.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    this.name = name;
    this.connection = ConnectionFactory.createConnection(own);
    this.base = counter();
  }

  /** Starts to count and to write. */
  static PlainApplication start(Configuration configuration, TableName name) throws IOException {
    PlainApplication application = new PlainApplication(configuration, name);
    application.crew.start(1, thread -> application.count());
    application.crew.start(1, thread -> application.write());
    return application;
  }

  private void count() throws IOException {
    try (Table table = connection.getTable(name)) {
      while (!isEnding) {
        try {
          var unused =
              table.increment(
                  new Increment(Rows.bytes(COUNTER)).addColumn(TestTables.G, Rows.N, 1));
          counted.incrementAndGet();
        } catch (IOException failed) {
          if (!isSurelyNotCommitted(failed)) {
            doubtful.incrementAndGet();
          }
          LockSupport.parkNanos(AFTER_FAILURE.toNanos());
        }
      }
    }
  }

  private static boolean isSurelyNotCommitted(IOException failure) {
    return Throwables.getCausalChain(failure).stream()
        .anyMatch(NotCommittedException.class::isInstance);
  }

  private void write() throws IOException {
    try (Table table = connection.getTable(name)) {
      for (long value = 1; !isEnding; value++) {
        if (isWritten(table, value)) {
          written.incrementAndGet();
          assertReads(table, value);
        }
      }
    }
  }

  private static boolean isWritten(Table table, long value) {
    try {
      table.put(Rows.put(REGISTER, value));
      return true;
    } catch (IOException failed) {
      LockSupport.parkNanos(AFTER_FAILURE.toNanos());
      return false;
    }
  }

  private static void assertReads(Table table, long value) {
    long found;
    try {
      found = Rows.number(table, REGISTER);
    } catch (IOException failed) {
      return;
    }
    assertThat(found).as("the own write is visible").isEqualTo(value);
  }

  /** Returns the number of acknowledged writes. */
  long written() {
    return Math.min(counted.get(), written.get());
  }

  private long counter() throws IOException {
    try (Table table = connection.getTable(name)) {
      byte[] value = table.get(Rows.get(COUNTER)).getValue(TestTables.G, Rows.N);
      return value == null ? 0 : Bytes.toLong(value);
    }
  }

  /** Ends the calls, and checks that each has counted once. */
  void endAndCheck() throws Exception {
    isEnding = true;
    crew.join();
    assertThat(counter() - base)
        .as("counted; %s calls are in doubt", doubtful)
        .isBetween(counted.get(), counted.get() + doubtful.get());
    assertThat(doubtful.get()).isLessThan(10);
  }

  @Override
  public void close() throws IOException {
    isEnding = true;
    crew.close();
    connection.close();
  }
}
