package io.rowlock.it.soak;

import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.util.List;

/**
 * What the samples of a soak show about the client that lasts.
 *
 * @param thirds of each figure that is shown; empty if the soak was too short
 * @param heapBytesPerHour the slope of the heap after the first third, by least squares
 */
record Judgement(List<Thirds> thirds, List<Target> targets, double heapBytesPerHour) {
  private static final double MEGABYTE = 1 << 20;
  private static final double SECONDS_IN_HOUR = 3_600;

  /** Caches still fill, and the medians of a small heap differ by some percent from run to run. */
  private static final double MOST_HEAP = 1.25;

  /** Threads of pools come and go. */
  private static final double MOST_THREADS = 1.1;

  static Judgement of(List<Sample> samples) {
    if (!Thirds.areEnough(samples)) {
      return new Judgement(List.of(), List.of(), 0);
    }
    Thirds heap =
        Thirds.of("client: heap, MB", samples, one -> megabytes(one.lasting().heapBytes()));
    Thirds threads = Thirds.of("client: threads", samples, one -> one.lasting().threads());
    return new Judgement(
        List.of(
            heap,
            Thirds.of(
                "client: direct buffers, MB",
                samples,
                one -> megabytes(one.lasting().directBytes())),
            threads,
            Thirds.perSecond("commits per second", samples, one -> one.counts().commits()),
            Thirds.perSecond("conflicts per second", samples, one -> one.counts().conflicts()),
            Thirds.of("lock cells", samples, Sample::lockCells),
            Thirds.of("files of locks, MB", samples, one -> megabytes(one.sizes().lockBytes())),
            Thirds.of("other files, MB", samples, one -> megabytes(one.sizes().otherBytes()))),
        List.of(
            target("heap of the lasting client", heap, MOST_HEAP),
            target("threads of the lasting client", threads, MOST_THREADS)),
        slope(samples.subList(samples.size() / 3, samples.size())) * SECONDS_IN_HOUR);
  }

  private static Target target(String what, Thirds thirds, double most) {
    return new Target(
        what + ", last third over middle third", thirds.growth(), Bound.AT_MOST, most);
  }

  static double megabytes(long bytes) {
    return bytes / MEGABYTE;
  }

  /** Bytes of the heap per second. */
  private static double slope(List<Sample> samples) {
    double meanX = samples.stream().mapToDouble(Sample::seconds).average().orElse(0);
    double meanY = samples.stream().mapToDouble(Judgement::heap).average().orElse(0);
    double products = 0;
    double squares = 0;
    for (Sample one : samples) {
      double x = one.seconds() - meanX;
      products += x * (heap(one) - meanY);
      squares += x * x;
    }
    return squares == 0 ? 0 : products / squares;
  }

  private static double heap(Sample sample) {
    return sample.lasting().heapBytes();
  }
}
