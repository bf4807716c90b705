package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.TableFlaws;
import java.text.ParseException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorTextTest {

  private static final String FAMILY =
      "{NAME => 'f', VERSIONS => '1', KEEP_DELETED_CELLS => 'FALSE',"
          + " NEW_VERSION_BEHAVIOR => 'false', TTL => 'FOREVER', MIN_VERSIONS => '0'}";
  private static final String FLOOR =
      "{TABLE_ATTRIBUTES => {METADATA => {'rowlock.floor' => '7'}}}";

  private static TableDescriptorBuilder table() {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("space", "table"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("_lock"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
  }

  private static TableDescriptor parsed(TableDescriptorBuilder table) throws ParseException {
    return DescriptorText.parse(table.build().toString());
  }

  @Test
  void textOfEnabledTableContainsAllFacts() throws Exception {
    TableDescriptor parsed =
        parsed(
            table()
                .setValue("rowlock.floor", "1234")
                .setValue("other", "a => b, {c}")
                .setCoprocessor(RegionEndpoint.CLASS_NAME)
                .setDurability(Durability.FSYNC_WAL)
                .setReadOnly(true)
                .setMaxFileSize(5));

    assertThat(parsed.getTableName()).isEqualTo(TableName.valueOf("space", "table"));
    assertThat(parsed.getColumnFamilyNames().stream().map(Bytes::toString))
        .containsExactly("_lock", "f");
    assertThat(parsed.getValue("rowlock.floor")).isEqualTo("1234");
    assertThat(parsed.getValue("other")).isEqualTo("a => b, {c}");
    assertThat(parsed.hasCoprocessor(RegionEndpoint.CLASS_NAME)).isTrue();
    assertThat(parsed.getDurability()).isEqualTo(Durability.FSYNC_WAL);
    assertThat(parsed.isReadOnly()).isTrue();
    assertThat(TableFlaws.of(parsed)).isEmpty();
  }

  @Test
  void settingsOfFamiliesAreRead() throws Exception {
    byte[] name = Bytes.toBytes("kept");
    TableDescriptor parsed =
        parsed(
            table()
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(name)
                        .setMaxVersions(3)
                        .setMinVersions(2)
                        .setTimeToLive(86_400)
                        .setKeepDeletedCells(KeepDeletedCells.TTL)
                        .setNewVersionBehavior(true)
                        .setValue("own", "{x}")
                        .setConfiguration("hbase.some", "thing")
                        .build()));

    assertThat(parsed.getColumnFamily(name).getMaxVersions()).isEqualTo(3);
    assertThat(parsed.getColumnFamily(name).getMinVersions()).isEqualTo(2);
    assertThat(parsed.getColumnFamily(name).getTimeToLive()).isEqualTo(86_400);
    assertThat(parsed.getColumnFamily(name).getKeepDeletedCells()).isEqualTo(KeepDeletedCells.TTL);
    assertThat(parsed.getColumnFamily(name).isNewVersionBehavior()).isTrue();
    assertThat(parsed.getColumnFamily(Bytes.toBytes("f")).getTimeToLive())
        .isEqualTo(HConstants.FOREVER);
  }

  @Test
  void tableWithoutAttributesHasNone() throws Exception {
    assertThat(parsed(table()).getValue("rowlock.floor")).isNull();
  }

  /** Quotation marks are not escaped, so this value looks like a lower floor. */
  @Test
  void valueThatImitatesAnotherIsRefused() {
    TableDescriptorBuilder lower =
        table().setValue("comment", "x', 'rowlock.floor' => '1").setValue("rowlock.floor", "1234");
    assertThatThrownBy(() -> parsed(lower))
        .isInstanceOf(ParseException.class)
        .hasMessageContaining("only one 'rowlock.floor'");
  }

  @Test
  void valueWithQuotationMarkIsRefused() {
    assertThatThrownBy(() -> parsed(table().setValue("comment", "Anna's")))
        .isInstanceOf(ParseException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "t, " + FAMILY,
        "'t', " + FAMILY + " and more",
        "'t', " + FAMILY + ", " + FAMILY,
        "'t', " + FLOOR + ", " + FLOOR + ", " + FAMILY,
        "'t', {NAME => 'f', VERSIONS => '1'}",
        "'t', {NAME => 'f', VERSIONS => '1', VERSIONS => '2'}",
        "'t', {VERSIONS => '1'}",
        "'t', {NAME => 'f"
      })
  void anyOtherTextIsRefused(String text) {
    assertThatThrownBy(() -> DescriptorText.parse(text)).isInstanceOf(ParseException.class);
  }
}
