package io.rowlock.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

/**
 * Altering a table beside another administrator, with a scripted HBase: as a request arrives, the
 * other one's request has it wait, and adds a family first.
 */
class TableAlterationTest {

  private static final TableName TABLE = TableName.valueOf("accounts");
  private static final byte[] ADDED = Bytes.toBytes("added");

  private TableDescriptor table =
      TableDescriptorBuilder.newBuilder(TABLE)
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .build();
  private final CompletableFuture<Void> altered = new CompletableFuture<>();
  private @Nullable TableDescriptor pending;

  private final Admin admin =
      proxy(Admin.class, (self, called, arguments) -> answer(called.getName(), arguments));
  private final TableAlteration alteration =
      new TableAlteration(
          proxy(Connection.class, (self, called, arguments) -> locator()),
          admin,
          Purpose.ENABLE,
          (reopened, regions) -> {});

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            TableAlterationTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** Shows a table without regions; HBase goes on meanwhile. */
  private RegionLocator locator() {
    alter();
    return proxy(
        RegionLocator.class,
        (self, called, arguments) ->
            called.getName().equals("getAllRegionLocations") ? List.of() : null);
  }

  private Object answer(String method, Object[] arguments) {
    return switch (method) {
      case "getDescriptor" -> table;
      case "getSyncWaitTimeout" -> 10_000;
      case "modifyTableAsync" -> begin((TableDescriptor) arguments[0], withAdded(table));
      case "addColumnFamilyAsync" -> {
        TableDescriptor now = withAdded(table);
        yield begin(with(now, (ColumnFamilyDescriptor) arguments[1]), now);
      }
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private CompletableFuture<Void> begin(TableDescriptor requested, TableDescriptor meanwhile) {
    pending = requested;
    table = meanwhile;
    return altered;
  }

  private void alter() {
    if (pending != null) {
      table = pending;
      altered.complete(null);
    }
  }

  private static TableDescriptor withAdded(TableDescriptor table) {
    return with(table, ColumnFamilyDescriptorBuilder.of(ADDED));
  }

  private static TableDescriptor with(TableDescriptor table, ColumnFamilyDescriptor family) {
    return TableDescriptorBuilder.newBuilder(table).setColumnFamily(family).build();
  }

  private static TableDescriptor withKey(TableDescriptor now) {
    return TableDescriptorBuilder.newBuilder(now).setValue("key", "value").build();
  }

  @Test
  void familyThatIsRemovedWithTheChangeIsReported() {
    assertThatThrownBy(() -> alteration.reopen(TABLE, TableAlterationTest::withKey))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("'accounts'", "another program", "'added'", "their files");
    assertThat(table.hasColumnFamily(ADDED)).isFalse();
  }

  @Test
  void familyThatHBaseKeepsIsNotReported() throws IOException {
    alteration.reopen(TABLE, now -> Transactional.prepared(now, false));

    assertThat(table.hasColumnFamily(ADDED)).isTrue();
  }
}
