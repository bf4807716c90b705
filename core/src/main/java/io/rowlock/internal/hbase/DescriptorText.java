package io.rowlock.internal.hbase;

import java.text.ParseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Parses the text of a table's descriptor, as its {@code toString} writes it:
 *
 * <pre>{@code
 * 'accounts', {TABLE_ATTRIBUTES => {READONLY => 'false', METADATA => {'rowlock.floor' => '1'}}},
 * {NAME => '_lock', VERSIONS => '1', ...}, {NAME => 'f', VERSIONS => '1', ...}
 * }</pre>
 *
 * <p><b>Why nothing is misread.</b> The text does not escape quotation marks, so a value could
 * imitate the text around it. But it cannot hide what follows: the whole text must have this form,
 * and a key or family that occurs twice, or a family without a setting that matters here, is an
 * error. An imitated family is one family too many, and servers refuse writes to it.
 *
 * <p>The result contains all attributes of the table, but of the families only the settings below.
 */
final class DescriptorText {

  /** The settings of families that facts depend on; HBase writes them also if they are defaults. */
  private static final List<String> SETTINGS =
      List.of(
          ColumnFamilyDescriptorBuilder.MAX_VERSIONS,
          ColumnFamilyDescriptorBuilder.MIN_VERSIONS,
          ColumnFamilyDescriptorBuilder.KEEP_DELETED_CELLS);

  /** HBase writes it only if it was set, beside the attributes that users invent. */
  private static final String NEW_VERSION_BEHAVIOR =
      ColumnFamilyDescriptorBuilder.NEW_VERSION_BEHAVIOR;

  private static final String TTL = ColumnFamilyDescriptorBuilder.TTL;
  private static final String FOREVER = "FOREVER";
  private static final String ATTRIBUTES = "TABLE_ATTRIBUTES";

  private final String text;
  private int at;

  private DescriptorText(String text) {
    this.text = text;
  }

  /** The settings between two braces. */
  private record Block(Map<String, String> values, Map<String, Block> blocks) {}

  static TableDescriptor parse(String text) throws ParseException {
    return new DescriptorText(text).table();
  }

  private TableDescriptor table() throws ParseException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(quoted()));
    Set<String> names = new HashSet<>();
    while (at < text.length()) {
      expect(", ");
      Block block = block();
      Block attributes = block.blocks.get(ATTRIBUTES);
      String name = attributes == null ? required(block, HConstants.NAME) : ATTRIBUTES;
      require(names.add(name), "only one '" + name + "'");
      if (attributes == null) {
        table.setColumnFamily(family(name, block));
      } else {
        attributes.values.forEach(table::setValue);
        attributes.blocks.values().forEach(more -> more.values.forEach(table::setValue));
      }
    }
    return table.build();
  }

  private ColumnFamilyDescriptor family(String name, Block block) throws ParseException {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
    for (String setting : SETTINGS) {
      family.setValue(setting, required(block, setting));
    }
    for (Block more : block.blocks.values()) {
      String versions = more.values.get(NEW_VERSION_BEHAVIOR);
      if (versions != null) {
        family.setValue(NEW_VERSION_BEHAVIOR, versions);
      }
    }
    return family.setTimeToLive(seconds(required(block, TTL))).build();
  }

  /** A duration continues with its unit. */
  private int seconds(String duration) throws ParseException {
    if (duration.equals(FOREVER)) {
      return HConstants.FOREVER;
    }
    try {
      return Integer.parseInt(duration.split(" ", 2)[0]);
    } catch (NumberFormatException notANumber) {
      throw expected("a number of seconds");
    }
  }

  private String required(Block block, String key) throws ParseException {
    String value = block.values.get(key);
    if (value == null) {
      throw expected("a setting " + key);
    }
    return value;
  }

  private Block block() throws ParseException {
    Block block = new Block(new LinkedHashMap<>(), new HashMap<>());
    expect("{");
    do {
      String key = text.startsWith("'", at) ? quoted() : until(" ");
      expect(" => ");
      boolean isNew =
          text.startsWith("{", at)
              ? block.blocks.put(key, block()) == null
              : block.values.put(key, quoted()) == null;
      require(isNew, "only one '" + key + "'");
    } while (accept(", "));
    expect("}");
    return block;
  }

  private String quoted() throws ParseException {
    expect("'");
    String content = until("'");
    expect("'");
    return content;
  }

  private String until(String end) throws ParseException {
    int from = at;
    at = text.indexOf(end, from);
    if (at < 0) {
      at = from;
      throw expected(end);
    }
    return text.substring(from, at);
  }

  private void expect(String token) throws ParseException {
    require(accept(token), token);
  }

  private boolean accept(String token) {
    boolean isNext = text.startsWith(token, at);
    at += isNext ? token.length() : 0;
    return isNext;
  }

  private void require(boolean met, String what) throws ParseException {
    if (!met) {
      throw expected(what);
    }
  }

  private ParseException expected(String what) {
    return new ParseException("expected " + what + " at " + at + " of a table's descriptor", at);
  }
}
