package io.rowlock.bench.kit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * A network between a client and the region servers that is slower than this machine's: counts
 * requests for data, and sends each of them later. Other connections in this JVM, the servers' own
 * above all, are not touched.
 */
public class RpcDelay extends RpcCounter {
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("bench-rpc-delay").setDaemon(true).build());
  private final LongAdder delayed = new LongAdder();
  private final LongAdder addedNanos = new LongAdder();
  private volatile long delayNanos;

  /** Sets the delay of every request from now on; 0 at first. */
  public void delayMillis(int millis) {
    delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  protected Exchange begin(Message request, HBaseRpcController controller) {
    return new DelayedExchange(request);
  }

  /** A request that is sent later. */
  protected class DelayedExchange implements Exchange {
    private final Message request;

    protected DelayedExchange(Message request) {
      this.request = request;
    }

    @Override
    public CompletableFuture<?> beforeSending() {
      return delay();
    }

    @Override
    public void sent() {
      count(request);
    }
  }

  /** Completes now or, on the timer's thread, after the delay. */
  public CompletableFuture<?> delay() {
    CompletableFuture<?> over = new CompletableFuture<>();
    long begin = System.nanoTime();
    if (delayNanos == 0) {
      over.complete(null);
    } else {
      var unused = timer.schedule(() -> end(over, begin), delayNanos, TimeUnit.NANOSECONDS);
    }
    return over;
  }

  private void end(CompletableFuture<?> over, long begin) {
    delayed.increment();
    addedNanos.add(System.nanoTime() - begin);
    over.complete(null);
  }

  /**
   * Returns by how much requests were delayed on average since the last question: timers run late.
   */
  public double takeAddedMicros() {
    long requests = delayed.sumThenReset();
    long nanos = addedNanos.sumThenReset();
    return requests == 0 ? 0 : nanos / 1e3 / requests;
  }

  @Override
  public void close() {
    super.close();
    timer.shutdownNow();
  }
}
