package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.Terminal.Job;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** Counts and times what ended in the measured time. Thread-safe. */
final class Recorder {
  private static final int DIGITS = 3;
  private static final int NANOS_PER_MICRO = 1_000;

  private final Window window;
  private final List<Track> tracks;
  private final Map<Kind, Map<Event, LongAdder>> counts = new EnumMap<>(Kind.class);
  private final AtomicLongArray lastEnds;

  Recorder(Window window, int threads) {
    this.window = window;
    this.tracks = IntStream.range(0, threads).mapToObj(Track::new).toList();
    this.lastEnds = new AtomicLongArray(threads);
    for (Kind kind : Kind.values()) {
      Map<Event, LongAdder> ofKind = new EnumMap<>(Event.class);
      for (Event event : Event.values()) {
        ofKind.put(event, new LongAdder());
      }
      counts.put(kind, ofKind);
    }
    for (int i = 0; i < threads; i++) {
      lastEnds.set(i, window.start());
    }
  }

  /** Used by one thread. */
  Track track(int thread) {
    return tracks.get(thread);
  }

  /** Something that no thread of a terminal has done. */
  void background(Kind kind, Execution execution, long ended) {
    if (window.contains(ended)) {
      add(kind, execution);
    }
  }

  EventCounts counts() {
    return EventCounts.of((kind, event) -> adder(kind, event).sum());
  }

  /** Of each kind, since this was asked the last time; by one thread only. */
  Map<Kind, Histogram> takeMicros() {
    Map<Kind, Histogram> micros = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Histogram sum = Histograms.empty();
      tracks.forEach(track -> sum.add(track.micros(kind).getIntervalHistogram()));
      micros.put(kind, sum);
    }
    return micros;
  }

  /** When the last one ended that counts. */
  long lastEnd() {
    return IntStream.range(0, tracks.size())
        .mapToLong(lastEnds::get)
        .reduce(window.start(), (a, b) -> a - b > 0 ? a : b);
  }

  Stream<Track> tracks() {
    return tracks.stream();
  }

  private void add(Kind kind, Execution execution) {
    add(kind, Event.TRANSACTIONS, execution.transactions());
    add(kind, Event.ATTEMPTS, execution.attempts());
    add(kind, Event.CONFLICTS, execution.conflicts());
    switch (execution.state()) {
      case COMPLETED -> {}
      case ROLLED_BACK -> add(kind, Event.ROLLED_BACK, 1);
      case GAVE_UP -> add(kind, Event.GIVE_UPS, 1);
      case UNKNOWN -> add(kind, Event.UNKNOWN, 1);
      case ERROR -> add(kind, Event.ERRORS, 1);
    }
  }

  private void add(Kind kind, Event event, long count) {
    adder(kind, event).add(count);
  }

  private LongAdder adder(Kind kind, Event event) {
    return Objects.requireNonNull(Objects.requireNonNull(counts.get(kind)).get(event));
  }

  /** What one thread records. */
  final class Track {
    private final int thread;
    private final Map<Kind, SingleWriterRecorder> micros = new EnumMap<>(Kind.class);
    private final LongAdder completed = new LongAdder();
    private final LongAdder busyNanos = new LongAdder();

    private Track(int thread) {
      this.thread = thread;
      for (Kind kind : Kind.values()) {
        micros.put(kind, new SingleWriterRecorder(DIGITS));
      }
    }

    private SingleWriterRecorder micros(Kind kind) {
      return Objects.requireNonNull(micros.get(kind));
    }

    /**
     * A business transaction has ended.
     *
     * @param due when it was due, or begun
     */
    void ended(
        Job job, Execution execution, Window.Admission admission, long due, long begun, long now) {
      if (!window.counts(admission, now)) {
        return;
      }
      add(job.kind(), execution);
      busyNanos.add(now - begun);
      lastEnds.set(thread, now);
      if (execution.state().isComplete()) {
        add(job.kind(), Event.COMPLETED, 1);
        job.facts().forEach((event, count) -> add(job.kind(), event, count));
        completed.increment();
        micros(job.kind()).recordValue((now - due) / NANOS_PER_MICRO);
      }
    }

    long completed() {
      return completed.sum();
    }

    long busyNanos() {
      return busyNanos.sum();
    }
  }

  /** Whether threads have had the same share. */
  static final class Fairness {
    private static final double NANOS = 1e9;

    private Fairness() {}

    static Totals.Fairness among(List<Recorder.Track> tracks) {
      List<Double> events = tracks.stream().map(track -> (double) track.completed()).toList();
      List<Double> seconds = tracks.stream().map(track -> track.busyNanos() / NANOS).toList();
      return new Totals.Fairness(
          mean(events), deviation(events), mean(seconds), deviation(seconds));
    }

    private static double mean(List<Double> values) {
      return values.stream().mapToDouble(value -> value).average().orElse(0);
    }

    static double deviation(List<Double> values) {
      double mean = mean(values);
      List<Double> squares = values.stream().map(value -> (value - mean) * (value - mean)).toList();
      return Math.sqrt(mean(squares));
    }
  }
}
