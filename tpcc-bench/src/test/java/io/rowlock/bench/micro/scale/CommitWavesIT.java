package io.rowlock.bench.micro.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Task.TransactionTask;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
import io.rowlock.bench.micro.scale.Wire.Waves.Stopwatch.Timing;
import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How often a transfer between two regions waits for the network. */
class CommitWavesIT {
  /** So long that nothing sent behind a commit is answered before the commit returns. */
  private static final int DELAY_MILLIS = 50;

  private static final int TRANSFERS = 5;

  private static EmbeddedHBase hbase;
  private static Wire wire;
  private static Connection connection;
  private static ScaleTable table;

  @BeforeAll
  static void open() throws IOException {
    hbase = EmbeddedHBase.start();
    wire = new Wire();
    connection = ConnectionFactory.createConnection(wire.counting(hbase.configuration()));
    table = ScaleTable.of("waves", 2);
    table.create(connection);
    table.load(connection, 1);
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
    wire.close();
    hbase.close();
  }

  @Test
  void commitPointComesAfterThePrewrites() throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      TransactionTask transfer =
          new TransactionTask(
              transactions,
              wire.waves(),
              table.name(),
              Keys.readAndWritten(table, 2, 2),
              Reading.ONE_BY_ONE,
              true);
      SplittableRandom random = new SplittableRandom(1);
      transfer.run(random); // locations and facts of the table are found
      wire.delayMillis(DELAY_MILLIS);
      for (int i = 0; i < TRANSFERS; i++) {
        Timing timing = transfer.run(random);
        assertThat(timing.waves() - timing.commitWaves()).as("waves of two gets").isEqualTo(2);
        assertThat(timing.commitWaves()).as("waves of commit()").isEqualTo(2);
      }
    } finally {
      wire.delayMillis(0);
    }
  }
}
