package io.rowlock.connection;

import com.google.common.collect.Lists;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Buffers mutations of a transactional table, and writes them in transactions of at most {@link
 * #MOST_MUTATIONS}. Mutations of a failed transaction go to the listener, as HBase's mutator hands
 * over those that it could not write, and are not tried again. Thread-safe.
 */
final class RoutedBufferedMutator implements BufferedMutator {

  /** A transaction holds all its rows at once, and names them in one lock. */
  static final int MOST_MUTATIONS = 1_000;

  private final Table table;
  private final ExceptionListener listener;
  private final long mostBytes;
  private final List<Mutation> buffered = new ArrayList<>(); // guarded by this
  private long bytes; // guarded by this
  private @Nullable Timer timer; // guarded by this
  private long timeoutMillis;
  private long tickMillis;
  private boolean isClosed;

  /**
   * Creates a mutator.
   *
   * @param table writes each list of actions in one transaction
   * @param mostBytes to buffer
   */
  RoutedBufferedMutator(Table table, BufferedMutatorParams params, long mostBytes) {
    this.table = table;
    this.listener = params.getListener();
    this.mostBytes = mostBytes;
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
    if (add(mutations)) {
      flush();
    }
  }

  /** Returns whether the buffer is full. */
  private synchronized boolean add(List<? extends Mutation> mutations) {
    if (isClosed) {
      throw new IllegalStateException("Cannot put when the BufferedMutator is closed.");
    }
    buffered.addAll(mutations);
    bytes += mutations.stream().mapToLong(Mutation::heapSize).sum();
    return bytes >= mostBytes;
  }

  @Override
  public void flush() throws IOException {
    for (List<Mutation> part : Lists.partition(take(), MOST_MUTATIONS)) {
      write(part);
    }
  }

  private synchronized List<Mutation> take() {
    List<Mutation> taken = List.copyOf(buffered);
    buffered.clear();
    bytes = 0;
    return taken;
  }

  private void write(List<Mutation> mutations) throws IOException {
    try {
      table.batch(mutations, new Object[mutations.size()]);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      report(mutations, interrupted);
    } catch (IOException failed) {
      report(mutations, failed);
    }
  }

  private void report(List<Mutation> mutations, Exception failure) throws IOException {
    List<Throwable> causes = Collections.nCopies(mutations.size(), failure);
    List<Row> rows = List.copyOf(mutations);
    List<String> servers = Collections.nCopies(mutations.size(), "");
    listener.onException(new RetriesExhaustedWithDetailsException(causes, rows, servers), this);
  }

  @Override
  public synchronized void setWriteBufferPeriodicFlush(long timeout, long tick) {
    disableWriteBufferPeriodicFlush();
    timeoutMillis = timeout;
    tickMillis = tick;
    if (timeout > 0) {
      Timer started = new Timer("rowlock-mutator-" + getName(), true);
      started.schedule(new PeriodicFlush(), Math.max(timeout, tick), Math.max(timeout, tick));
      timer = started;
    }
  }

  private final class PeriodicFlush extends TimerTask {
    @Override
    public void run() {
      try {
        flush();
      } catch (IOException reported) {
        // as in HBase, only the listener learns of failures in the background
      }
    }
  }

  @Override
  public synchronized void disableWriteBufferPeriodicFlush() {
    if (timer != null) {
      timer.cancel();
    }
    timer = null;
    timeoutMillis = 0;
  }

  @Override
  public synchronized long getWriteBufferPeriodicFlushTimeoutMs() {
    return timeoutMillis;
  }

  @Override
  public synchronized long getWriteBufferPeriodicFlushTimerTickMs() {
    return tickMillis;
  }

  @Override
  public long getWriteBufferSize() {
    return mostBytes;
  }

  @Override
  public void setRpcTimeout(int timeout) {}

  @Override
  public void setOperationTimeout(int timeout) {}

  @Override
  public void close() throws IOException {
    synchronized (this) {
      isClosed = true;
      disableWriteBufferPeriodicFlush();
    }
    try {
      flush();
    } finally {
      table.close();
    }
  }
}
