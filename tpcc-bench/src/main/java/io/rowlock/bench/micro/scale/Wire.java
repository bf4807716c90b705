package io.rowlock.bench.micro.scale;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.kit.RpcCounter.Exchange;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * What lies between a client and the region servers: counts requests for data and, on demand, sends
 * each of them later. Other connections in this JVM, the servers' own above all, are not touched.
 */
final class Wire extends RpcCounter {
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("bench-wire").setDaemon(true).build());
  private final Waves waves = new Waves();
  private final LongAdder delayed = new LongAdder();
  private final LongAdder addedNanos = new LongAdder();
  private volatile long delayNanos;

  /** Of every request from now on. */
  void delayMillis(int millis) {
    delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  Waves waves() {
    return waves;
  }

  @Override
  protected Exchange begin(Message request, HBaseRpcController controller) {
    Waves.Place place = waves.sent();
    return new Exchange() {
      @Override
      public CompletableFuture<?> beforeSending() {
        return delay();
      }

      @Override
      public void sent() {
        count(request);
      }

      @Override
      public CompletableFuture<?> answered() {
        waves.answered(place);
        return CompletableFuture.completedFuture(null);
      }
    };
  }

  /** Completes now or, on the timer's thread, after the delay. */
  CompletableFuture<?> delay() {
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

  /** By how much requests were delayed on average since the last question: timers run late. */
  double takeAddedMicros() {
    long requests = delayed.sumThenReset();
    long nanos = addedNanos.sumThenReset();
    return requests == 0 ? 0 : nanos / 1e3 / requests;
  }

  @Override
  public void close() {
    super.close();
    timer.shutdownNow();
  }

  /**
   * Counts how often a transaction waits for the network: the longest chain of requests of which
   * each was sent after the answer to the one before. Right only while one transaction is under
   * way.
   */
  static final class Waves {
    private int generation;
    private int answered;

    /** The place of a request in the chain. */
    record Place(int generation, int number) {}

    /** A transaction begins; answers to what was sent before do not count. */
    synchronized void restart() {
      generation++;
      answered = 0;
    }

    synchronized Place sent() {
      return new Place(generation, answered + 1);
    }

    synchronized void answered(Place place) {
      if (place.generation() == generation) {
        answered = Math.max(answered, place.number());
      }
    }

    /** Since the beginning. */
    synchronized int count() {
      return answered;
    }

    /** Times one piece of work, and the part of it that commits. */
    static final class Stopwatch {
      private final Waves waves;
      private final long begin;
      private long commitBegin;
      private int wavesBeforeCommit;

      Stopwatch(Waves waves) {
        this.waves = waves;
        waves.restart();
        begin = System.nanoTime();
        commitBegin = begin;
      }

      /** The last call counts: user code may run several times. */
      void commitBegins() {
        wavesBeforeCommit = waves.count();
        commitBegin = System.nanoTime();
      }

      Timing stop() {
        long end = System.nanoTime();
        int all = waves.count();
        return new Timing(end - begin, end - commitBegin, all, all - wavesBeforeCommit);
      }

      /**
       * Times of one piece of work; the commit is from the end of the user's code. Waves are right
       * only where one transaction runs at a time.
       */
      record Timing(long nanos, long commitNanos, int waves, int commitWaves) {}
    }
  }
}
