package io.rowlock.simulator;

import io.rowlock.simulator.Batch.Limit;
import io.rowlock.simulator.Batch.Violation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Runs seeds in slices of a few seconds, and keeps the sum in a file: a process that dies loses no
 * more than the slice under way.
 */
final class KeptRuns {

  private static final long LONG = Duration.ofSeconds(4).toNanos();
  private static final long SHORT = Duration.ofSeconds(1).toNanos();

  private final Path file;
  private final Function<Limit, Batch> batches;
  private final int threads;
  private Progress progress;
  private long slice = 1;

  /**
   * Creates the runs.
   *
   * @param progress from the file
   * @param batches create a batch for a slice
   */
  KeptRuns(Path file, Progress progress, Function<Limit, Batch> batches, int threads) {
    this.file = file;
    this.progress = progress;
    this.batches = batches;
    this.threads = threads;
  }

  /** Returns the present contents of the file. */
  Progress progress() {
    return progress;
  }

  /**
   * Runs the next seeds.
   *
   * @param seeds the largest number of seeds
   * @param goesOn checked before each slice
   * @return the violation, if there was one; no slice runs after it
   */
  Optional<Violation> run(long seeds, BooleanSupplier goesOn)
      throws IOException, InterruptedException {
    Optional<Violation> violation = Optional.empty();
    long end = progress.nextSeed() + seeds;
    while (violation.isEmpty() && progress.nextSeed() < end && goesOn.getAsBoolean()) {
      violation = runSlice(Math.min(slice, end - progress.nextSeed()));
    }
    return violation;
  }

  private Optional<Violation> runSlice(long seeds) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Batch batch = batches.apply(new Limit(progress.nextSeed(), seeds, () -> true));
    Optional<Violation> violation = batch.run(threads);
    long took = System.nanoTime() - begin;
    progress = progress.after(batch, seeds, violation.isPresent() ? 1 : 0, took);
    progress.save(file);
    slice = took < SHORT ? slice * 2 : took > LONG ? Math.max(1, slice / 2) : slice;
    return violation;
  }
}
