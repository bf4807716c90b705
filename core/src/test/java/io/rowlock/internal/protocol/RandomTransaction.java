package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.TaggedWrite.Kind;
import io.rowlock.internal.protocol.TransactionRecord.Observation;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Reads some rows and a range, writes some rows, and commits: all by dice. */
final class RandomTransaction {

  private static final int MAX_ROWS = 4;
  private static final Duration LONGEST_THOUGHT = Duration.ofMillis(5);

  private final LockProtocol protocol;
  private final Surroundings surroundings;
  private final List<RowKey> rows;
  private final Random random;
  private final TransactionRecord record;
  private final ReadSet reads = new ReadSet();

  RandomTransaction(
      LockProtocol protocol,
      Surroundings surroundings,
      List<RowKey> rows,
      Random random,
      TransactionRecord record) {
    this.protocol = protocol;
    this.surroundings = surroundings;
    this.rows = rows;
    this.random = random;
    this.record = record;
  }

  /** Completes when it is over, with the failure that its user would get. */
  CompletableFuture<Void> run() {
    long age = surroundings.clock().currentMillis();
    boolean scans = random.nextInt(3) == 0;
    boolean scansFirst = random.nextBoolean();
    return maybe(scans && scansFirst, this::scan)
        .thenCompose(done -> maybe(random.nextInt(3) > 0, this::readRows))
        .thenCompose(done -> maybe(random.nextInt(4) == 0, this::readRows))
        .thenCompose(done -> maybe(scans && !scansFirst, this::scan))
        .thenCompose(done -> finish(age));
  }

  private CompletableFuture<Void> maybe(boolean really, Step step) {
    return really
        ? surroundings.jitteredPause(LONGEST_THOUGHT).thenCompose(thought -> step.take())
        : CompletableFuture.completedFuture(null);
  }

  private interface Step {
    CompletableFuture<Void> take();
  }

  private CompletableFuture<Void> readRows() {
    long from = now();
    List<RowRead> wanted =
        someRows().stream().map(key -> new RowRead(key, ColumnSelection.ALL)).toList();
    return protocol
        .read(wanted)
        .thenAccept(
            found -> {
              found.forEach(row -> record.observe(row, from, now()));
              found.forEach(reads::addRow);
            });
  }

  private CompletableFuture<Void> scan() {
    RowKey one = pick();
    RowKey other = pick();
    boolean ordered = Bytes.compareTo(one.row(), other.row()) <= 0;
    RowRange range =
        new RowRange(
            one.table(),
            ordered ? one.row() : other.row(),
            random.nextInt(4) > 0,
            ordered ? other.row() : one.row(),
            random.nextInt(4) > 0);
    if (range.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    RowRange wanted = random.nextInt(3) == 0 ? RowRange.all(one.table()) : range;
    return scan(new Scan(wanted, random.nextBoolean(), now(), new ArrayList<>()), wanted);
  }

  /** A range, and what was found so far. */
  private record Scan(RowRange range, boolean reversed, long from, List<DecidedRow> found) {}

  private CompletableFuture<Void> scan(Scan scan, RowRange rest) {
    long from = now();
    int limit = 1 + random.nextInt(4);
    return protocol
        .scan(new RangeScan(rest, ColumnSelection.ALL, scan.reversed(), limit))
        .thenCompose(
            page -> {
              scan.found().addAll(page.rows());
              page.rows().forEach(row -> record.observe(row, from, now()));
              return page.exhausted() ? consumed(scan, scan.range()) : goOn(scan);
            });
  }

  private CompletableFuture<Void> goOn(Scan scan) {
    byte[] last = scan.found().get(scan.found().size() - 1).key().row();
    return random.nextInt(3) == 0
        ? consumed(scan, scan.range().upTo(last, scan.reversed()))
        : scan(scan, scan.range().after(last, scan.reversed()));
  }

  /** Every row of the range that the scan did not meet has been seen to be absent. */
  private CompletableFuture<Void> consumed(Scan scan, RowRange range) {
    TreeMap<byte[], Long> versions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    scan.found().forEach(row -> versions.put(row.key().row(), row.version()));
    if (random.nextBoolean()) {
      scan.found().forEach(reads::addRow);
    }
    reads.addRange(new RangeRead(range, versions));
    for (RowKey key : rows) {
      boolean missing = !versions.containsKey(key.row());
      if (key.table().equals(range.table()) && range.contains(key.row()) && missing) {
        RowContent nothing = new RowContent(null, null);
        record.observe(new Observation(key, 0, nothing, scan.from(), now()));
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> finish(long age) {
    if (random.nextInt(5) > 0) {
      someRows().forEach(key -> record.writes().put(key, writeTo(record.seen(key))));
    }
    if (!record.writes().isEmpty()) {
      TransactionId id = TransactionId.fresh(surroundings.random());
      return protocol.commit(new CommitRequest(id, age, new TreeMap<>(record.writes()), reads));
    }
    boolean isOneRow = reads.rows().size() <= 1 && reads.ranges().isEmpty();
    return isOneRow ? CompletableFuture.completedFuture(null) : protocol.validate(reads);
  }

  private TaggedWrite writeTo(@Nullable RowContent seen) {
    Kind any = Kind.values()[random.nextInt(Kind.values().length)];
    Kind append = seen == null ? Kind.APPEND_BLINDLY : Kind.APPEND_TO_SEEN;
    boolean appends = any == Kind.APPEND_BLINDLY || random.nextInt(3) == 0;
    Kind other = any == Kind.APPEND_TO_SEEN ? append : any;
    return new TaggedWrite(
        record.tag(), appends ? append : other, seen == null ? null : seen.list());
  }

  private List<RowKey> someRows() {
    List<RowKey> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, 1 + random.nextInt(Math.min(MAX_ROWS, shuffled.size())));
  }

  private RowKey pick() {
    return rows.get(random.nextInt(rows.size()));
  }

  private long now() {
    return surroundings.clock().monotonicNanos();
  }
}
