package io.rowlock.internal.admin;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The families that another program adds while a change waits for its turn at the master. A change
 * of a whole descriptor removes them with their files. HBase has no change that depends on what was
 * read, so this class can only report the loss.
 */
final class AddedFamilies {

  private final TableDescriptor read;
  private final Set<String> seen = new TreeSet<>();

  /**
   * Creates the watch.
   *
   * @param read the descriptor from which the change was made
   */
  AddedFamilies(TableDescriptor read) {
    this.read = read;
  }

  void see(TableDescriptor now) {
    seen.addAll(names(now));
  }

  private static Set<String> names(TableDescriptor table) {
    return table.getColumnFamilyNames().stream()
        .map(Bytes::toStringBinary)
        .collect(Collectors.toSet());
  }

  /**
   * Checks that none is gone.
   *
   * @throws IOException names those that are
   */
  void requireKept(TableDescriptor now) throws IOException {
    seen.removeAll(names(read));
    seen.removeAll(names(now));
    if (!seen.isEmpty()) {
      String message =
          "Table '%s' was altered by another program at the same time, whose new families '%s' were"
              + " removed with their files: add them again, and repeat what was written to them";
      throw new IOException(
          message.formatted(now.getTableName().getNameAsString(), String.join("', '", seen)));
    }
  }
}
