package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.kit.RpcCounter.Exchange;
import io.rowlock.bench.kit.RpcDelay;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/** Counts and times a client's requests to region servers by their kinds. Thread-safe. */
public final class RpcKinds extends RpcCounter {
  private static final int DIGITS = 3;
  private static final int NANOS_PER_MICRO = 1_000;

  private final RpcGate gate;
  private final Map<RpcKind, LongAdder> counts = new EnumMap<>(RpcKind.class);
  private final Map<RpcKind, Recorder> micros = new EnumMap<>(RpcKind.class);
  private final LongAdder rowMutations = new LongAdder();

  public RpcKinds() {
    this(RpcGate.OPEN);
  }

  /** Every request passes the gate. */
  public RpcKinds(RpcGate gate) {
    this.gate = gate;
    for (RpcKind kind : RpcKind.values()) {
      counts.put(kind, new LongAdder());
      micros.put(kind, new Recorder(DIGITS));
    }
  }

  @Override
  protected Exchange begin(Message request, HBaseRpcController controller) {
    rowMutations.add(RequestReader.RowWrites.in(request));
    RequestReader.Seen seen = RequestReader.read(request, controller);
    return new Sending(request, seen.kind(), CommitWatch.of(seen.transaction()));
  }

  /** A request that passes the gate, and is watched where a commit is. */
  private final class Sending implements Exchange {
    private final Message request;
    private final RpcKind kind;
    private final @Nullable CommitWatch watch;
    private long start;

    Sending(Message request, RpcKind kind, @Nullable CommitWatch watch) {
      this.request = request;
      this.kind = kind;
      this.watch = watch;
    }

    /** The client waits from now on, for the gate and for the answer. */
    @Override
    public CompletableFuture<?> beforeSending() {
      start = System.nanoTime();
      if (watch != null) {
        watch.sent(kind, start);
      }
      return gate.beforeSending(kind);
    }

    @Override
    public void sent() {
      count(request);
      Objects.requireNonNull(counts.get(kind)).increment();
    }

    @Override
    public CompletableFuture<?> answered() {
      long now = System.nanoTime();
      Objects.requireNonNull(micros.get(kind)).recordValue((now - start) / NANOS_PER_MICRO);
      if (watch != null) {
        watch.answered(kind, now);
      }
      return gate.afterAnswer(kind);
    }
  }

  /** The numbers of requests by kind. */
  public Map<RpcKind, Long> counts() {
    Map<RpcKind, Long> sums = new EnumMap<>(RpcKind.class);
    counts.forEach((kind, count) -> sums.put(kind, count.sum()));
    return sums;
  }

  /** Rows that requests were to write: data, locks, or both at once; conditional ones, too. */
  public long rowMutations() {
    return rowMutations.sum();
  }

  /**
   * Microseconds from the sending of a request to its answer, since they were last asked for. The
   * requests of a wave overlap, so these times do not add up to anything.
   */
  public Map<RpcKind, Histogram> takeMicros() {
    Map<RpcKind, Histogram> taken = new EnumMap<>(RpcKind.class);
    micros.forEach((kind, recorder) -> taken.put(kind, recorder.getIntervalHistogram()));
    return taken;
  }

  /** The purpose of a request to a region server, as far as its content shows it. */
  public enum RpcKind {
    /** Rows by key, one or many. */
    POINT_READ,
    /** A scan, or a further page of it. */
    RANGE_READ,
    /** Locks alone, by key or in a range: validation, or rows that are to be written blindly. */
    LOCK_READ,
    /** Rows locked, each with what is to be written; checks of rows read may go along. */
    PREWRITE,
    /** The primary's commit point. */
    COMMIT,
    /** All of a transaction whose rows lie in one region, or that writes one row. */
    REGION_COMMIT,
    /** Data and settled locks of a transaction that has committed; in the background. */
    ROLL_FORWARD,
    /** Roll-backs, be it of one's own attempt that lost, and fences. */
    RECOVERY,
    /** Written without Rowlock. */
    WRITE;

    /** As files and tables name it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * May hold up a client's requests and their answers. Called by HBase's threads, which must not be
   * blocked; a future that never completes leaves the client where it is.
   */
  public interface RpcGate {
    /** Holds up nothing. */
    RpcGate OPEN = new RpcGate() {};

    /** Returns a gate that lets requests pass later, as a slower network does. */
    static RpcGate of(RpcDelay network) {
      return new RpcGate() {
        @Override
        public CompletableFuture<?> beforeSending(RpcKind kind) {
          return network.delay();
        }
      };
    }

    /** The request is sent when this completes, and fails when this fails with an IOException. */
    default CompletableFuture<?> beforeSending(RpcKind kind) {
      return CompletableFuture.completedFuture(null);
    }

    /** The client gets the answer, or the failure, when this completes. */
    default CompletableFuture<?> afterAnswer(RpcKind kind) {
      return CompletableFuture.completedFuture(null);
    }
  }
}
