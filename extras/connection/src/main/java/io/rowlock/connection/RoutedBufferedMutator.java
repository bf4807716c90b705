package io.rowlock.connection;

import io.rowlock.TransactionSettings;
import io.rowlock.internal.store.RegionLimits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;

/**
 * Buffers mutations of a table. The flush decides how they are written, because a table may become
 * transactional while they wait: then in transactions of limited size, in the order in which they
 * were buffered; otherwise in parts as large as the buffer, but no larger than the requests of
 * HBase's own mutator. Mutations that could not be written go to the listener, all of one flush at
 * once. Thread-safe.
 *
 * <p>A thread that is within a larger transaction writes there at once, without the buffer: the
 * buffer would survive an attempt that is repeated. Mutations that were buffered before must be
 * flushed before, because they are no part of that transaction.
 */
final class RoutedBufferedMutator implements BufferedMutator {

  /** A transaction holds all its rows at once, and names them in one lock. */
  static final int MOST_MUTATIONS = 1_000;

  private final RoutedTable table;
  private final TransactionalCalls calls;
  private final PutChecks checks;
  private final PlainMutator plain;
  private final @Nullable ExceptionListener listener;
  private final long mostBytes;
  private final int mostMutations;
  private final FlushTimer timer;
  private final Object flushing = new Object(); // held from taking the buffer to the last write
  private final List<Mutation> buffered = new ArrayList<>(); // guarded by this
  private long bytes; // guarded by this
  private boolean isClosed; // guarded by this

  /**
   * Creates a mutator.
   *
   * @param table with the pool and the time limits of plain writes
   * @param listener gets the failures; null if the caller of the flush gets them
   * @param mostBytes to buffer
   * @param mostRows of a transaction
   */
  RoutedBufferedMutator(
      RoutedTable table,
      TransactionalCalls calls,
      PutChecks checks,
      @Nullable ExceptionListener listener,
      long mostBytes,
      int mostRows) {
    this.table = table;
    this.calls = calls;
    this.checks = checks;
    this.plain = new PlainMutator(table.plain());
    this.listener = listener;
    this.timer = new FlushTimer(table.getName(), this::flush);
    this.mostBytes = mostBytes;
    this.mostMutations = Math.min(MOST_MUTATIONS, mostRows);
  }

  @Override
  public TableName getName() {
    return table.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return table.getConfiguration();
  }

  @Override
  public void mutate(Mutation mutation) throws IOException {
    mutate(List.of(mutation));
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    List<Mutation> checked = List.copyOf(mutations);
    checked.forEach(checks::check);
    requireOpen();
    if (calls.isJoined() && calls.areFor(getName())) {
      requireNothingBuffered();
      WholeBatch.perform(table, checked, null, (region, row, result) -> {});
    } else if (add(checked)) {
      flush();
    }
  }

  private synchronized void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("Cannot put when the BufferedMutator is closed.");
    }
  }

  private synchronized void requireNothingBuffered() throws IOException {
    if (!buffered.isEmpty()) {
      throw bufferedBefore(buffered.size());
    }
  }

  private IOException bufferedBefore(int mutations) {
    return new IOException(
        "%d mutations of table '%s' were buffered before the transaction of this thread began,"
                .formatted(mutations, getName())
            + " and are no part of it: flush them first");
  }

  /** Returns whether the buffer is full. */
  private synchronized boolean add(List<Mutation> mutations) {
    requireOpen();
    buffered.addAll(mutations);
    bytes += bytesOf(mutations);
    return bytes >= mostBytes;
  }

  private static long bytesOf(List<Mutation> mutations) {
    return mutations.stream().mapToLong(Mutation::heapSize).sum();
  }

  @Override
  public void flush() throws IOException {
    FlushFailures failures = new FlushFailures();
    Throwable early;
    synchronized (flushing) {
      early = writeAll(take(), failures);
    }
    try {
      failures.report(listener, this);
    } catch (RetriesExhaustedWithDetailsException details) {
      if (early != null) {
        details.addSuppressed(early);
      }
      throw details;
    }
    if (early != null) {
      Throwables.throwIfInstanceOf(early, IOException.class);
      Throwables.throwIfUnchecked(early);
    }
  }

  /** Of a table that does not exist, too: HBase's own mutator reports each mutation. */
  private boolean isPlain() throws IOException {
    try {
      return !calls.areFor(getName());
    } catch (TableNotFoundException missing) {
      return true;
    }
  }

  /**
   * Writes part by part, each as the table is at that moment. Whatever ends it early, the mutations
   * that surely are not written are buffered again.
   *
   * @return what has ended it early, for example an interruption
   */
  private @Nullable Throwable writeAll(List<Mutation> mutations, FlushFailures failures) {
    List<Mutation> left = mutations;
    try {
      while (!left.isEmpty()) {
        boolean isPlain = isPlain();
        if (!isPlain && calls.isJoined()) {
          throw bufferedBefore(left.size());
        }
        int size = isPlain ? plainPart(left) : Math.min(left.size(), mostMutations);
        List<Mutation> part = left.subList(0, size);
        InterruptedIOException interrupted =
            isPlain ? plain.write(part, failures) : write(part, failures);
        left = left.subList(size, left.size());
        if (interrupted != null) {
          return interrupted;
        }
      }
      return null;
    } catch (Throwable early) {
      return early;
    } finally {
      putBack(left);
    }
  }

  /** Returns how many mutations fill the buffer, or a request of HBase's own client. */
  private int plainPart(List<Mutation> mutations) {
    RegionLimits.Room room = RegionLimits.DEFAULT.atMost(Integer.MAX_VALUE, mostBytes).room();
    int number = 0;
    while (number < mutations.size() && room.take(mutations.get(number).heapSize())) {
      number++;
    }
    return number;
  }

  private synchronized List<Mutation> take() {
    List<Mutation> taken = List.copyOf(buffered);
    buffered.clear();
    bytes = 0;
    return taken;
  }

  private synchronized void putBack(List<Mutation> mutations) {
    buffered.addAll(0, mutations);
    bytes += bytesOf(mutations);
  }

  /** Returns null: an interruption is thrown, because nothing is written then. */
  private @Nullable InterruptedIOException write(List<Mutation> mutations, FlushFailures failures)
      throws InterruptedIOException {
    WholeBatch<Object> batch = new WholeBatch<>(mutations, null, (region, row, result) -> {});
    try {
      var unused = calls.callAlone(getName(), TransactionSettings.ofDefaults(), batch);
    } catch (InterruptedIOException interrupted) {
      throw interrupted;
    } catch (IOException | RuntimeException | Error failed) {
      failures.add(mutations, failed);
    }
    return null;
  }

  @Override
  public void setWriteBufferPeriodicFlush(long timeout, long tick) {
    timer.start(timeout, tick);
  }

  @Override
  public void disableWriteBufferPeriodicFlush() {
    timer.stop();
  }

  @Override
  public long getWriteBufferPeriodicFlushTimeoutMs() {
    return timer.timeoutMillis();
  }

  @Override
  public long getWriteBufferPeriodicFlushTimerTickMs() {
    return timer.tickMillis();
  }

  @Override
  public long getWriteBufferSize() {
    return mostBytes;
  }

  /** Takes effect at the next flush, which takes the buffer under the same lock. */
  @Override
  public synchronized void setRpcTimeout(int timeout) {
    table.setWriteRpcTimeout(timeout);
  }

  @Override
  public synchronized void setOperationTimeout(int timeout) {
    table.setOperationTimeout(timeout);
  }

  /**
   * Flushes; a periodic flush that is under way ends before. If mutations are left because the
   * thread was interrupted, or is within a transaction, or because it is not known whether the
   * table is transactional, the mutator stays open.
   */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    try {
      flush();
    } finally {
      endToClose();
    }
  }

  private void endToClose() throws IOException {
    synchronized (this) {
      if (!buffered.isEmpty()) {
        isClosed = false;
        return;
      }
    }
    timer.stop();
    table.close();
  }
}
