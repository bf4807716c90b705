package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.Cell;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a range row by row, with committed rows and own writes merged. Own writes count as
 * they are when the cursor is created: code that writes what it meets must not meet it again. Every
 * row that the cursor meets counts as read, whatever it contains, unless its reads are not
 * validated.
 *
 * <p>The caller must hold the lock of the {@link TransactionBuffers}.
 */
final class MergingCursor {

  private final ReadLog reads;
  private final TableRows writes;
  private final RangeScan whole;
  private final boolean isValidated;
  private final ConsumedRange consumed;
  private final Deque<DecidedRow> page = new ArrayDeque<>();
  private RowRange unfetched;
  private RowRange unmet;
  private boolean exhausted;
  private boolean isClosed;

  MergingCursor(TransactionBuffers buffers, RangeScan whole, boolean isValidated) {
    RowRange range = whole.range();
    this.reads = buffers.reads();
    this.writes = buffers.writes().borrow(range.table());
    this.whole = whole;
    this.isValidated = isValidated;
    this.unfetched = range;
    this.unmet = range;
    this.exhausted = range.isEmpty();
    this.consumed = new ConsumedRange(range, whole.reversed());
  }

  /** Returns what has been consumed; it grows with the cursor. */
  ConsumedRange consumed() {
    return consumed;
  }

  /** The next row, or what must be done before it is known. */
  sealed interface Step {}

  /** A row, which may have no cells left. */
  record Met(RowKey key, List<Cell> cells) implements Step {}

  /** The caller must fetch the next page. */
  record PageMissing() implements Step {}

  /** The row's own changes depend on columns that the caller must read first. */
  record RowOpen(BufferedRow own, RowRead read) implements Step {}

  /** There is no further row. */
  record End() implements Step {}

  RangeScan nextPage(PageSizes sizes) {
    return new RangeScan(
        unfetched, whole.columns(), whole.reversed(), sizes.next(), sizes.maxBytes());
  }

  void add(DecidedPage fetched) {
    exhausted = fetched.exhausted();
    if (!fetched.rows().isEmpty()) {
      page.addAll(fetched.rows());
      unfetched = unfetched.after(page.getLast().key().row(), whole.reversed());
    }
  }

  /**
   * Takes a row that has been read again, because own changes are computed from it. Without
   * validation the next row of the page may be an older state of it.
   */
  void renew(DecidedRow row) {
    DecidedRow stored = page.peek();
    if (stored != null && stored.key().equals(row.key())) {
      page.remove();
    }
    page.addFirst(row);
  }

  /**
   * Goes one row further, if it can.
   *
   * @throws ProtocolFailure a conflict if the transaction has seen the row at another version
   */
  Step advance() {
    if (isClosed) {
      return new End();
    }
    DecidedRow stored = page.peek();
    if (stored == null && !exhausted) {
      return new PageMissing();
    }
    BufferedRow own = writes.first(unmet, whole.reversed());
    if (stored == null && own == null) {
      consumed.finish();
      return new End();
    }
    RowKey key = nearer(stored, own);
    BufferedRow over = own != null && own.key().equals(key) ? own : null;
    if (over != null && over.isOpen()) {
      return new RowOpen(over, new RowRead(key, whole.columns().and(over.needs())));
    }
    return meet(key, stored != null && stored.key().equals(key) ? page.remove() : null, over);
  }

  /** Gives the own writes back. There is no further row. */
  void close() {
    if (!isClosed) {
      isClosed = true;
      writes.giveBack();
    }
  }

  private RowKey nearer(@Nullable DecidedRow stored, @Nullable BufferedRow own) {
    if (stored == null || own == null) {
      return stored == null ? Objects.requireNonNull(own).key() : stored.key();
    }
    int order = stored.key().compareTo(own.key());
    return (whole.reversed() ? order > 0 : order < 0) ? stored.key() : own.key();
  }

  private Step meet(RowKey key, @Nullable DecidedRow stored, @Nullable BufferedRow own) {
    if (isValidated) {
      note(key, stored);
    }
    if (!writes.all().isEmpty()) {
      unmet = unmet.after(key.row(), whole.reversed());
    }
    List<Cell> committed = stored == null ? List.of() : stored.cells();
    return new Met(key, own == null ? committed : overlay(own, committed));
  }

  /** A row that was read again may show more columns. */
  private List<Cell> overlay(BufferedRow own, List<Cell> committed) {
    return own.overlay(
        ImmutableList.copyOf(Iterables.filter(committed, whole.columns()::includes)),
        whole.columns());
  }

  private void note(RowKey key, @Nullable DecidedRow stored) {
    if (stored == null) {
      reads.check(key, 0, null);
      consumed.meetNothing(key);
    } else {
      reads.check(key, stored.version(), stored.writer());
      consumed.meet(stored);
    }
  }
}
