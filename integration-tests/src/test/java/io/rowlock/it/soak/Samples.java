package io.rowlock.it.soak;

import io.rowlock.bench.tpcc.run.Terminals.Counts;
import io.rowlock.it.soak.LockFamily.Sizes;
import io.rowlock.local.ServerFigures;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Samples that a soak might have taken, one every ten seconds. */
final class Samples {
  static final long MEGABYTE = 1 << 20;

  private Samples() {}

  /** Two hours. */
  static List<Sample> ofHeap(IntToLongFunction heap) {
    return of(720, heap, sample -> 40);
  }

  static List<Sample> of(int count, IntToLongFunction heap, IntToLongFunction threads) {
    return IntStream.range(0, count)
        .mapToObj(i -> sample(i, heap.applyAsLong(i), (int) threads.applyAsLong(i)))
        .toList();
  }

  private static Sample sample(int index, long heap, int threads) {
    Counts counts = new Counts(100L * index, 2L * index, index / 10, 0);
    // The first server is dead for some time, the second one always lives.
    ServerFigures figures = new ServerFigures(200 * MEGABYTE, 90, 3);
    Map<Integer, ServerFigures> servers =
        index % 100 < 3 ? Map.of(2, figures) : Map.of(1, figures, 2, figures);
    return new Sample(
        10.0 * index,
        new ClientFigures(0, counts, heap, MEGABYTE, threads, 1, 0, null),
        counts,
        0,
        0,
        1_000L + index,
        new Sizes(MEGABYTE, 2 * MEGABYTE),
        servers);
  }
}
