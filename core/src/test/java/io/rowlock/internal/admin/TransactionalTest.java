package io.rowlock.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TableFinding;
import io.rowlock.UnsafeTableException;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** What disabling takes out of a descriptor, and what it leaves. */
class TransactionalTest {

  private static TableDescriptorBuilder builder() {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("accounts"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
        .setValue("owner's", "setting");
  }

  private static TableDescriptor enabled(TableDescriptor table) {
    return Transactional.of(table, true, 1000);
  }

  @Test
  void disablingRemovesAllThatEnablingAdds() {
    TableDescriptor plain = builder().build();
    assertThat(Transactional.isPlain(plain)).isTrue();
    TableDescriptor enabled = enabled(plain);
    assertThat(Transactional.isPlain(enabled)).isFalse();

    assertThat(Transactional.plain(Transactional.closed(enabled, 1))).isEqualTo(plain);
    TableDescriptor again = Transactional.withFloor(enabled, 2000, 0);
    assertThat(Transactional.isRaised(again)).isTrue();
    assertThat(Transactional.plain(again)).isEqualTo(plain);
  }

  @Test
  void endpointOfTheOwnerStays() throws IOException {
    TableDescriptor plain = builder().setCoprocessor(Transactional.ENDPOINT).build();

    assertThat(Transactional.plain(enabled(plain))).isEqualTo(plain);
  }

  @Test
  void remainsOfDroppedLockFamilyAreNoPlainTable() {
    TableDescriptor dropped = builder().setValue(Floor.KEY, "1000").build();

    assertThat(Transactional.isPlain(dropped)).isFalse();
    assertThat(Transactional.plain(dropped)).isEqualTo(builder().build());
  }

  @Test
  void markIsSetOnceAndOnlyOnTransactionalTables() {
    TableDescriptor plain = builder().build();
    TableDescriptor closed = Transactional.closed(enabled(plain), 1);

    assertThat(Transactional.mark(closed)).contains("1");
    assertThat(Transactional.closed(closed, 2)).isEqualTo(closed);
    assertThat(Transactional.closed(plain, 1)).isEqualTo(plain);
    assertThat(Transactional.isClosed(Transactional.asNew(closed))).isFalse();
  }

  /** It would be without locks a moment later. */
  @Test
  void closedTableIsNotEnabled() {
    TableDescriptor closed = Transactional.closed(enabled(builder().build()), 1);

    assertThat(TableRules.verify(closed))
        .extracting(TableFinding::setting)
        .containsExactly("rowlock.disabling");
    assertThatThrownBy(() -> TableRules.refuseUnsafe(closed))
        .isInstanceOf(UnsafeTableException.class)
        .hasMessageContainingAll("'accounts'", "RowlockOperations.disable", "enabled again");
  }
}
