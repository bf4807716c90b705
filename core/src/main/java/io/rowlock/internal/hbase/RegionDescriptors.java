package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import java.text.ParseException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads tables' descriptors from their regions, for users to whom the master shows none. If a read
 * names a family that does not exist, HBase's error quotes the descriptor with which the region is
 * open.
 *
 * <p><b>Why a commit may rely on it.</b>
 *
 * <ul>
 *   <li>It is the descriptor that the region applies, at that moment: not a copy, which an
 *       alteration could leave behind. {@code enable} reopens all regions for a new floor, and
 *       waits for them, so it counts from then on as the master's descriptor does.
 *   <li>The text is parsed as a whole or not at all ({@link DescriptorText}). An HBase that words
 *       its error in another way, or quotes nothing, shows nothing: then writes fail before they
 *       begin, and the user needs the permission for the master's descriptor.
 *   <li>The region is the first of its table, whose name contains no row, and row keys are the only
 *       part of the error that a user without the permission to alter the table could choose.
 * </ul>
 *
 * <p>While an alteration is under way, the first region may be open with the old descriptor, and
 * another one with the new. Thread-safe.
 */
record RegionDescriptors(TableViews tables) {

  private static final Logger LOG = LoggerFactory.getLogger(RegionDescriptors.class);

  private static final byte[] FIRST_ROW = {0};
  private static final String NO_FAMILY = "_rowlock_no_family";
  private static final Pattern ERROR =
      Pattern.compile(
          "Column family " + NO_FAMILY + " does not exist in region \\S+ in table ('.*)");

  /**
   * Requests the descriptor from the table's first region. Empty if its answer does not show it;
   * fails if there is none, for example because the table does not exist.
   */
  CompletableFuture<Optional<TableDescriptor>> request(TableName table) {
    Get get = new Get(FIRST_ROW).addFamily(Bytes.toBytes(NO_FAMILY));
    return Async.guarded(() -> tables.forReads(table).exists(get))
        .handle((exists, failure) -> failure)
        .thenCompose(failure -> shown(table, failure));
  }

  private static CompletableFuture<Optional<TableDescriptor>> shown(
      TableName table, @Nullable Throwable failure) {
    if (failure == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Throwable cause = FaultClassifier.causeOf(failure);
    return cause instanceof NoSuchColumnFamilyException missing
        ? CompletableFuture.completedFuture(parse(table, String.valueOf(missing.getMessage())))
        : CompletableFuture.failedFuture(cause);
  }

  private static Optional<TableDescriptor> parse(TableName table, String message) {
    Matcher error = ERROR.matcher(message);
    if (!error.find()) {
      return Optional.empty();
    }
    try {
      TableDescriptor descriptor = DescriptorText.parse(error.group(1));
      return Optional.of(descriptor).filter(shown -> shown.getTableName().equals(table));
    } catch (ParseException | IllegalArgumentException notUnderstood) {
      LOG.info("Table '{}': {}", table, notUnderstood.getMessage());
      return Optional.empty();
    }
  }
}
