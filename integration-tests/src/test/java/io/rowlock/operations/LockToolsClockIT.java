package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.OffsetClock;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tools refuse to work if the client's clock contradicts the servers' clocks, before each pass.
 */
@ExtendWith(HBaseExtension.class)
class LockToolsClockIT {

  private static final Duration TOO_MUCH = Duration.ofMinutes(11);

  @TempDir private Path directory;
  private final OffsetClock clock = new OffsetClock();
  private final Connection connection;
  private final RowlockOperations operations;

  LockToolsClockIT(Connection connection) {
    this.connection = connection;
    this.operations = RowlockOperations.create(connection, clock);
  }

  @Test
  void wrongClockPreventsOpeningTools() {
    clock.setOffset(TOO_MUCH);

    assertThatThrownBy(operations::openLockTools)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("This client's clock shows")
        .hasMessageContaining("ahead");
  }

  @Test
  void vacuumComparesClocksBeforeEachPass() throws IOException {
    TableName table = TableName.valueOf("lock-tools-clock");
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build());
    Path file = directory.resolve("notes");
    Path other = directory.resolve("other");
    try (LockTools tools = operations.openLockTools()) {
      assertThat(tools.markForVacuum(LockRange.of(table), file)).isZero();
      clock.setOffset(TOO_MUCH.negated());

      assertThatThrownBy(() -> tools.markForVacuum(LockRange.of(table), other))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("behind");
      assertThatThrownBy(() -> tools.sweep(file, LockTools.DEFAULT_HORIZON))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("behind");
      assertThat(other).doesNotExist();
    }
  }
}
