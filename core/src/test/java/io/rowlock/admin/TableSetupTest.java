package io.rowlock.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowlock.TableFinding;
import io.rowlock.internal.admin.ClientWait;
import io.rowlock.internal.admin.Floor;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Enabling tables that have been transactional before, with a scripted HBase. */
class TableSetupTest {

  private static final TableName TABLE = TableName.valueOf("accounts");
  private static final String OLD_FLOOR = "1000";
  private static final EnableOptions OPTIONS = EnableOptions.ofDefaults();

  private final VirtualTime time = new VirtualTime();
  private final List<WaitProgress> waits = new ArrayList<>();
  private final TransactionAdmin admin =
      new TransactionAdmin(
          proxy(Connection.class, (self, method, arguments) -> connection(method.getName())),
          time,
          time::advance);
  private TableDescriptor table = plain().build();
  private Runnable afterPreparation = () -> {};
  private Runnable amidTheWait = () -> {};
  private IOException rights = new DoNotRetryIOException("AccessController is not loaded");

  private static TableDescriptorBuilder plain() {
    return TableDescriptorBuilder.newBuilder(TABLE)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            TableSetupTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** A table without regions. */
  private @Nullable Object connection(String method) {
    return switch (method) {
      case "getAdmin" ->
          proxy(Admin.class, (self, called, arguments) -> answer(called.getName(), arguments));
      case "getRegionLocator" ->
          proxy(RegionLocator.class, (self, called, arguments) -> located(called.getName()));
      default -> null;
    };
  }

  private static @Nullable Object located(String method) {
    return switch (method) {
      case "getAllRegionLocations" -> List.of();
      case "getStartKeys" -> new byte[0][];
      default -> null;
    };
  }

  /** The answer of asynchronous calls. */
  private static final Object DONE = CompletableFuture.completedFuture(null);

  private @Nullable Object answer(String method, Object[] arguments) throws IOException {
    return switch (method) {
      case "close" -> null;
      case "getDescriptor" -> table;
      case "getClusterMetrics" -> metrics();
      case "getSyncWaitTimeout" -> 10_000;
      case "addColumnFamilyAsync" -> {
        table =
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily((ColumnFamilyDescriptor) arguments[1])
                .build();
        afterPreparation.run();
        yield DONE;
      }
      case "modifyTableAsync" -> {
        table = (TableDescriptor) arguments[0];
        if (arguments.length == 1) {
          afterPreparation.run();
        }
        yield DONE;
      }
      case "hasUserPermissions" -> throw rights;
      case "createTable" -> {
        table = (TableDescriptor) arguments[0];
        yield null;
      }
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private Object metrics() {
    ServerName server = ServerName.valueOf("server", 1, 1);
    long now = time.currentMillis();
    return ClusterMetricsBuilder.newBuilder()
        .setLiveServerMetrics(
            Map.of(
                server,
                ServerMetricsBuilder.newBuilder(server)
                    .setReportTimestamp(now)
                    .setLastReportTimestamp(now - 3_000)
                    .build()))
        .build();
  }

  private void enable() throws IOException {
    admin.enable(
        TABLE,
        OPTIONS,
        scanned -> {},
        reopened -> {},
        progress -> {
          waits.add(progress);
          amidTheWait.run();
        });
  }

  private long floor() {
    return Floor.of(table).orElseThrow();
  }

  @Test
  void newTableHasNoClientsToWaitFor() throws IOException {
    admin.createTable(plain().build());
    TableDescriptor older = table;
    time.advance(Duration.ofHours(1));

    admin.createTable(older);

    assertThat(floor()).isGreaterThanOrEqualTo(time.currentMillis());
    assertThat(admin.verify(TABLE)).isEmpty();
  }

  @Test
  void tableWithoutItsLockFamilyGetsThePlannedChanges() throws IOException {
    table = plain().setValue(Floor.KEY, OLD_FLOOR).build();
    List<TableChange> plan = admin.planEnable(TABLE, OPTIONS, scanned -> {});
    assertThat(plan).extracting(TableChange::setting).contains(Floor.KEY);

    enable();

    assertThat(floor()).isGreaterThan(time.currentMillis() - ClientWait.WHOLE.toMillis());
    assertThat(admin.planEnable(TABLE, OPTIONS, scanned -> {})).isEmpty();
    assertThat(admin.verify(TABLE)).isEmpty();
  }

  /** The lock family exists then, and the old floor. */
  @Test
  void enablingThatBreaksOffBeforeTheFloorIsDoneAgain() throws IOException {
    table = plain().setValue(Floor.KEY, OLD_FLOOR).build();
    afterPreparation =
        () -> {
          throw new IllegalStateException("killed");
        };
    assertThat(catchThrowable(this::enable)).hasMessage("killed");
    afterPreparation = () -> {};

    enable();

    assertThat(floor()).isGreaterThan(time.currentMillis() - ClientWait.WHOLE.toMillis());
    assertThat(waits).isNotEmpty();
    assertThat(admin.verify(TABLE)).isEmpty();
  }

  /** Cells that a scan does not show must not count as absent. */
  @Test
  void scanThatMayHideFamiliesSetsNoFloor() throws IOException {
    EnableOptions scanning = EnableOptions.builder().scan(true).build();
    admin.enable(TABLE, scanning);
    rights = new IOException("Call timed out");

    assertThatThrownBy(() -> admin.enable(TABLE, scanning))
        .hasMessageContainingAll("master", "may read", "try again")
        .hasRootCauseMessage("Call timed out");
  }

  /** HBase accepts whole descriptors, even if another program has read them long ago. */
  @Test
  void floorRevertedDuringTheWaitIsReported() throws IOException {
    enable();
    TableDescriptor lower =
        TableDescriptorBuilder.newBuilder(table).setValue(Floor.KEY, OLD_FLOOR).build();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .setValue(Floor.RAISED_KEY, Long.toString(floor()))
            .build();
    amidTheWait = () -> table = lower;

    assertThatThrownBy(this::enable).hasMessageContainingAll("reverted", "enable it again");
  }

  /** The message about a malformed floor advises this. */
  @Test
  void floorThatWasRemovedByHandLeavesNoWaitBehind() throws IOException {
    enable();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .removeValue(Bytes.toBytes(Floor.KEY))
            .setValue(Floor.RAISED_KEY, "77")
            .build();

    enable();

    assertThat(admin.verify(TABLE)).isEmpty();
    assertThat(admin.planEnable(TABLE, OPTIONS, scanned -> {})).isEmpty();
  }

  /** No client accepts such a floor, so the table is not ready with it. */
  @Test
  void floorThatNoClientTakesIsNoFloor() throws IOException {
    enable();
    table = TableDescriptorBuilder.newBuilder(table).setValue(Floor.KEY, "-5").build();
    assertThat(admin.verify(TABLE)).extracting(TableFinding::setting).contains(Floor.KEY);

    enable();

    assertThat(floor()).isPositive();
  }
}
