package io.rowlock.it.conformance;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.util.Bytes;

/** Draws gets and scans. */
final class Reads {

  private Reads() {}

  static Get get(Draw draw, byte[] row) {
    Get get = draw.chance(4) ? new Get(ByteBuffer.wrap(row)) : new Get(row);
    for (int parts = draw.below(3); parts > 0; parts--) {
      if (draw.chance(3)) {
        draw.note("Get.addFamily");
        get.addFamily(draw.family());
      } else {
        draw.note("Get.addColumn");
        get.addColumn(draw.family(), column(draw));
      }
    }
    draw.maybe(6, "Get.setCheckExistenceOnly", () -> get.setCheckExistenceOnly(true));
    draw.maybe(20, "Get.setCacheBlocks", () -> get.setCacheBlocks(draw.chance(2)));
    draw.maybe(20, "Get.readVersions", () -> oneVersion(get));
    oldOptions(draw, get);
    draw.maybe(
        8,
        "Get.setMaxResultsPerColumnFamily",
        () -> get.setMaxResultsPerColumnFamily(1 + draw.below(3)));
    draw.maybe(
        8, "Get.setRowOffsetPerColumnFamily", () -> get.setRowOffsetPerColumnFamily(draw.below(3)));
    commonOptions(draw, get);
    if (get.getRowOffsetPerColumnFamily() > 0) {
      loadAllThatIsFiltered(get);
    }
    return get;
  }

  private static byte[] column(Draw draw) {
    return draw.chance(5) ? Draw.NUMBER : draw.qualifier();
  }

  private static void oneVersion(Get get) {
    try {
      get.readVersions(1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("deprecation") // still there in 2.6
  private static void oldOptions(Draw draw, Get get) {
    draw.maybe(20, "Get.setClosestRowBefore", () -> get.setClosestRowBefore(true));
    draw.maybe(
        20,
        "Get.setMaxVersions",
        () -> {
          try {
            get.setMaxVersions(1);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static void commonOptions(Draw draw, Query query) {
    String type = query.getClass().getSimpleName();
    draw.maybe(3, type + ".setFilter", () -> query.setFilter(Filters.any(draw)));
    draw.maybe(20, type + ".setId", () -> query.setId("an-id"));
    draw.maybe(20, type + ".setPriority", () -> query.setPriority(10));
    draw.maybe(20, type + ".setConsistency", () -> query.setConsistency(Consistency.STRONG));
    draw.maybe(
        20,
        type + ".setIsolationLevel",
        () -> query.setIsolationLevel(IsolationLevel.READ_COMMITTED));
    if (query instanceof Scan scan && scan.isReversed()) { // HBase cannot do both
      query.setLoadColumnFamiliesOnDemand(false);
    } else {
      draw.maybe(
          10,
          type + ".setLoadColumnFamiliesOnDemand",
          () -> query.setLoadColumnFamiliesOnDemand(draw.chance(2)));
    }
  }

  /**
   * For a query with an offset: if HBase loads families on demand, it hides a row whose offset
   * skips all cells of the families that the filter needs.
   */
  private static void loadAllThatIsFiltered(Query query) {
    if (query.getFilter() != null && !Filters.needsAllFamilies(query.getFilter())) {
      query.setLoadColumnFamiliesOnDemand(false);
    }
  }

  /** Within the prefix of the drawn rows. */
  static Scan scan(Draw draw) {
    draw.ofScan();
    Scan scan = new Scan();
    draw.maybe(3, "Scan.setReversed", () -> scan.setReversed(true));
    if (scan.isReversed()) {
      draw.ofReversedScan();
    }
    bounds(draw, scan);
    columns(draw, scan);
    draw.maybe(4, "Scan.setLimit", () -> scan.setLimit(1 + draw.below(4)));
    draw.maybe(10, "Scan.setOneRowLimit", scan::setOneRowLimit);
    draw.maybe(4, "Scan.setCaching", () -> scan.setCaching(1 + draw.below(4)));
    draw.maybe(
        10, "Scan.setMaxResultSize", () -> scan.setMaxResultSize(draw.chance(2) ? 1 : 1 << 20));
    draw.maybe(
        10, "Scan.setReadType", () -> scan.setReadType(draw.oneOf(List.of(ReadType.values()))));
    draw.maybe(20, "Scan.setCacheBlocks", () -> scan.setCacheBlocks(draw.chance(2)));
    draw.maybe(20, "Scan.setAsyncPrefetch", () -> scan.setAsyncPrefetch(draw.chance(2)));
    draw.maybe(20, "Scan.setNeedCursorResult", () -> scan.setNeedCursorResult(true));
    draw.maybe(20, "Scan.readVersions", () -> scan.readVersions(1));
    oldOptions(draw, scan);
    commonOptions(draw, scan);
    partsOfRows(draw, scan);
    return scan;
  }

  private static void partsOfRows(Draw draw, Scan scan) {
    draw.maybe(
        8,
        "Scan.setMaxResultsPerColumnFamily",
        () -> scan.setMaxResultsPerColumnFamily(1 + draw.below(3)));
    draw.maybe(
        8,
        "Scan.setRowOffsetPerColumnFamily",
        () -> scan.setRowOffsetPerColumnFamily(draw.below(3)));
    if (scan.getRowOffsetPerColumnFamily() > 0) {
      loadAllThatIsFiltered(scan);
    }
    draw.maybe(8, "Scan.setAllowPartialResults", () -> scan.setAllowPartialResults(true));
    boolean judgedAsWhole = scan.hasFilter() && scan.getFilter().hasFilterRow();
    if (!judgedAsWhole && scan.getLimit() <= 0) { // with a limit HBase truncates the last row
      draw.maybe(8, "Scan.setBatch", () -> scan.setBatch(1 + draw.below(3)));
    }
  }

  @SuppressWarnings("deprecation") // still there in 2.6
  private static void oldOptions(Draw draw, Scan scan) {
    draw.maybe(20, "Scan.setSmall", () -> scan.setSmall(draw.chance(2)));
    draw.maybe(20, "Scan.setMaxVersions", () -> scan.setMaxVersions(1));
  }

  private static void bounds(Draw draw, Scan scan) {
    if (!scan.isReversed() && draw.chance(5)) {
      byte[] prefix = draw.chance(2) ? draw.row() : draw.prefix();
      if (draw.chance(2)) {
        draw.note("Scan.setStartStopRowForPrefixScan");
        scan.setStartStopRowForPrefixScan(prefix);
      } else {
        draw.note("Scan.setRowPrefixFilter");
        setRowPrefixFilter(scan, prefix);
      }
      return;
    }
    byte[] first = draw.chance(2) ? draw.row() : draw.prefix();
    byte[] last = draw.chance(2) ? draw.row() : draw.end();
    bounds(draw, scan, scan.isReversed() ? last : first, scan.isReversed() ? first : last);
  }

  @SuppressWarnings("deprecation") // still there in 2.6
  private static void setRowPrefixFilter(Scan scan, byte[] prefix) {
    scan.setRowPrefixFilter(prefix);
  }

  @SuppressWarnings("deprecation") // still there in 2.6
  private static void bounds(Draw draw, Scan scan, byte[] start, byte[] stop) {
    if (draw.chance(8) && Bytes.compareTo(start, stop) != 0) {
      draw.onlyWhatIsThere();
      draw.note("Scan.setStartRow");
      draw.note("Scan.setStopRow");
      scan.setStartRow(start).setStopRow(stop);
      return;
    }
    if (Bytes.compareTo(start, stop) * (scan.isReversed() ? -1 : 1) >= 0) {
      draw.onlyWhatIsThere(); // HBase asks no server for an empty range
    }
    draw.note("Scan.withStartRow");
    draw.note("Scan.withStopRow");
    scan.withStartRow(start, !draw.chance(3)).withStopRow(stop, draw.chance(2));
  }

  private static void columns(Draw draw, Scan scan) {
    if (draw.chance(8)) {
      NavigableSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      qualifiers.addAll(draw.some(2, () -> column(draw)));
      TreeMap<byte[], NavigableSet<byte[]>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      families.put(draw.family(), draw.chance(2) ? null : qualifiers);
      draw.note("Scan.setFamilyMap");
      scan.setFamilyMap(families);
      return;
    }
    for (int parts = draw.below(3); parts > 0; parts--) {
      if (draw.chance(3)) {
        draw.note("Scan.addFamily");
        scan.addFamily(draw.family());
      } else {
        draw.note("Scan.addColumn");
        scan.addColumn(draw.family(), column(draw));
      }
    }
  }
}
