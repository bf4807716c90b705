package io.rowlock.bench.tpcc.run;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one client has measured, or several together: counts and histograms that can be added up.
 *
 * @param startMillis the begin of the measured time, in milliseconds since 1970
 * @param completed business transactions of each client
 * @param before counters at the begin of the measured time
 * @param after counters at its end
 */
record Portion(
    long startMillis,
    double seconds,
    List<Long> completed,
    EventCounts counts,
    List<Slice> slices,
    Probe.Reading before,
    Probe.Reading after,
    Probe.Times times,
    @Nullable String firstFailure) {

  /** Adds what another client measured meanwhile. */
  Portion plus(Portion other) {
    return new Portion(
        Math.min(startMillis, other.startMillis),
        Math.max(seconds, other.seconds),
        ImmutableList.<Long>builder().addAll(completed).addAll(other.completed).build(),
        counts.plus(other.counts),
        Slice.sum(slices, other.slices),
        before.plus(other.before, Math::min),
        after.plus(other.after, Math::max),
        times.plus(other.times),
        firstFailure == null ? other.firstFailure : firstFailure);
  }
}
