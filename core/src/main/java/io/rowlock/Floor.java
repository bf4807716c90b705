package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The timestamp that no transactional write goes below (protocol, I5), kept in the descriptor of
 * the table: a value at or below the timestamp of a cell that is there already could hide behind
 * it.
 *
 * <p><b>Why the one chosen here is high enough.</b> A cell that was written without an explicit
 * timestamp carries the time of the region server that took it. Three clocks tell that time: the
 * newest report of a live region server, which is the server's own clock at most two report
 * intervals ago ({@link ServerTime}); this client's clock, refused when it is more than ten minutes
 * off; and, once the table has been reopened, the cells in {@code hbase:meta} in which the master
 * recorded that its regions are open, stamped by the master's clock. The largest of them is taken.
 * Any other region server may have been ahead by what the master tolerates when a server starts,
 * {@code hbase.master.maxclockskew}, 30 s by default: that is added, and as much again for the time
 * that adding the family takes. If reopening the regions took longer, as the master's stamps show,
 * the floor is raised a second time.
 *
 * <p>Cells with explicit timestamps in the future are found by a scan only ({@link
 * NewestTimestamp}).
 */
final class Floor {

  /** The descriptor's value, decimal milliseconds; read by {@code internal.hbase}. */
  static final String KEY = "rowlock.floor";

  /** What a cluster tolerates between the clocks of its servers. */
  private static final Duration SKEW = Duration.ofSeconds(30);

  private static final Duration TIME_TO_REOPEN = Duration.ofSeconds(30);

  private final Connection connection;
  private final Clock clock;

  Floor(Connection connection, Clock clock) {
    this.connection = connection;
    this.clock = clock;
  }

  /** The floor of a table; empty when it has none, or none that is a number. */
  static OptionalLong of(TableDescriptor table) {
    @Nullable String text = table.getValue(KEY);
    try {
      return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException malformed) {
      return OptionalLong.empty();
    }
  }

  /**
   * About now, by the fastest clock known. Enough for a table without any cells.
   *
   * @throws IOException when this client's clock is more than ten minutes off
   */
  long now(Admin admin) throws IOException {
    EnumSet<ClusterMetrics.Option> wanted = EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS);
    Optional<ServerTime> servers = ClockCheck.check(() -> admin.getClusterMetrics(wanted), clock);
    return Math.max(clock.currentMillis(), servers.map(ServerTime::latest).orElse(0L));
  }

  /** Above every cell that was stamped by a server, provided that enabling does not take long. */
  long aboveServersTime(Admin admin) throws IOException {
    return now(admin) + SKEW.plus(TIME_TO_REOPEN).toMillis();
  }

  /** Above every cell that was stamped by a server before the regions of the table were opened. */
  long aboveOpening(TableName table) throws IOException {
    return newestStampInMeta(table) + SKEW.toMillis();
  }

  private long newestStampInMeta(TableName table) throws IOException {
    // A row of meta is 'table,start key,id'; meta's own order needs both delimiters in a bound.
    Scan rowsOfTable =
        new Scan()
            .withStartRow(Bytes.toBytes(table.getNameAsString() + ",,"))
            .withStopRow(Bytes.toBytes(table.getNameAsString() + " ,,"))
            .addFamily(HConstants.CATALOG_FAMILY);
    long newest = 0;
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner rows = meta.getScanner(rowsOfTable)) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          newest = Math.max(newest, cell.getTimestamp());
        }
      }
    }
    return newest;
  }
}
