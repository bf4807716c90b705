package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.Terminal.Job;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** Counts and times the transactions that ended in the measured time. Thread-safe. */
final class Recorder {
  private static final int DIGITS = 3;
  private static final int NANOS_PER_MICRO = 1_000;

  private final Window window;
  private final List<Track> tracks;
  private final Map<Kind, Map<Event, LongAdder>> counts = new ConcurrentHashMap<>();

  Recorder(Window window, int threads) {
    this.window = window;
    this.tracks = Stream.generate(Track::new).limit(threads).toList();
  }

  /** Used by one thread. */
  Track track(int thread) {
    return tracks.get(thread);
  }

  /** Adds transactions that ran outside of the terminals' threads. */
  void background(Kind kind, Execution execution, long ended) {
    if (window.contains(ended)) {
      add(kind, execution);
    }
  }

  EventCounts counts() {
    return EventCounts.of((kind, event) -> adder(kind, event).sum());
  }

  /** Returns the latencies of each kind since the last call; used by one thread only. */
  Map<Kind, Histogram> takeMicros() {
    Map<Kind, Histogram> micros = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Histogram sum = Histograms.empty();
      tracks.forEach(track -> sum.add(track.micros(kind).getIntervalHistogram()));
      micros.put(kind, sum);
    }
    return micros;
  }

  /** The end of the last counted transaction. */
  long lastEnd() {
    return tracks.stream()
        .mapToLong(track -> track.lastEnd)
        .reduce(window.start(), (a, b) -> a - b > 0 ? a : b);
  }

  private void add(Kind kind, Execution execution) {
    adder(kind, Event.TRANSACTIONS).add(execution.transactions());
    adder(kind, Event.ATTEMPTS).add(execution.attempts());
    adder(kind, Event.CONFLICTS).add(execution.conflicts());
    Event event = execution.state().event();
    if (event != Event.COMPLETED) {
      adder(kind, event).increment();
    }
  }

  private LongAdder adder(Kind kind, Event event) {
    return counts
        .computeIfAbsent(kind, any -> new ConcurrentHashMap<>())
        .computeIfAbsent(event, any -> new LongAdder());
  }

  /** The record of one thread. */
  final class Track {
    private final Map<Kind, SingleWriterRecorder> micros = new EnumMap<>(Kind.class);
    private volatile long lastEnd = window.start();

    private Track() {
      for (Kind kind : Kind.values()) {
        micros.put(kind, new SingleWriterRecorder(DIGITS));
      }
    }

    private SingleWriterRecorder micros(Kind kind) {
      return Objects.requireNonNull(micros.get(kind));
    }

    /** Adds a business transaction. */
    void ended(Job job, Execution execution, Window.Admission admission, long begun, long now) {
      if (!window.counts(admission, now)) {
        return;
      }
      add(job.kind(), execution);
      lastEnd = now;
      if (execution.state().isComplete()) {
        adder(job.kind(), Event.COMPLETED).increment();
        job.facts().forEach((event, count) -> adder(job.kind(), event).add(count));
        micros(job.kind()).recordValue((now - begun) / NANOS_PER_MICRO);
      }
    }
  }
}
