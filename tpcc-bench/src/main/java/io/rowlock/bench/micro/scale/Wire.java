package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.RpcDelay;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** Delays requests, and counts how often a transaction waits for the network. */
final class Wire extends RpcDelay {
  private final Waves waves = new Waves();

  Waves waves() {
    return waves;
  }

  @Override
  protected Exchange begin(Message request, HBaseRpcController controller) {
    Waves.Place place = waves.sent();
    return new DelayedExchange(request) {
      @Override
      public CompletableFuture<?> answered() {
        waves.answered(place);
        return CompletableFuture.completedFuture(null);
      }
    };
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
