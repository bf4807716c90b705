package io.rowlock.simulator;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Runs many plans on several threads, until one of them fails. */
public final class Batch {

  /** A run that broke a promise. */
  public record Violation(Plan plan, Throwable what) {}

  private final LongFunction<Plan> plans;
  private final Limit limit;
  private final boolean crashesEverywhere;
  private final LongConsumer progress;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<@Nullable Violation> violation = new AtomicReference<>();
  private final Counts counts = new Counts();

  /**
   * The limits of a batch.
   *
   * @param seeds the largest number of seeds
   * @param goesOn checked before each of them
   */
  public record Limit(long firstSeed, long seeds, BooleanSupplier goesOn) {}

  /**
   * Creates a batch.
   *
   * @param plans by seed
   * @param crashesEverywhere each plan runs once without faults, which counts the requests of each
   *     client, and then once for each request, at which the client crashes
   * @param progress receives the number of finished runs, from any thread
   */
  public Batch(
      LongFunction<Plan> plans, Limit limit, boolean crashesEverywhere, LongConsumer progress) {
    this.plans = plans;
    this.limit = limit;
    this.crashesEverywhere = crashesEverywhere;
    this.progress = progress;
  }

  /** Returns the violation with the smallest seed among those that were found, if there is one. */
  public Optional<Violation> run(int threads) throws InterruptedException {
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      workers[i] = new Thread(this::work, "simulation-" + i);
      workers[i].setDaemon(true);
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    return Optional.ofNullable(violation.get());
  }

  public Counts counts() {
    return counts;
  }

  public long schedules() {
    return done.get();
  }

  private void work() {
    Counts mine = new Counts();
    long next = begun.getAndIncrement();
    while (next < limit.seeds() && violation.get() == null && limit.goesOn().getAsBoolean()) {
      Plan plan = plans.apply(limit.firstSeed() + next);
      if (crashesEverywhere) {
        crashEverywhere(plan.withFaults(EnumSet.noneOf(Fault.class)), mine);
      } else {
        run(plan, mine);
      }
      next = begun.getAndIncrement();
    }
    counts.addAll(mine);
  }

  private void crashEverywhere(Plan plan, Counts mine) {
    List<Integer> requests = run(plan, mine).map(Simulation::requests).orElse(List.of());
    for (int client = 0; client < requests.size(); client++) {
      for (int request = 1; request <= requests.get(client); request++) {
        if (violation.get() == null) {
          run(plan.withCrash(new Plan.CrashPoint(client, request)), mine);
        }
      }
    }
  }

  private Optional<Simulation> run(Plan plan, Counts mine) {
    try {
      Simulation simulation = new Simulation(plan);
      mine.addAll(simulation.run());
      progress.accept(done.incrementAndGet());
      return Optional.of(simulation);
    } catch (AssertionError | RuntimeException broken) {
      violation.accumulateAndGet(new Violation(plan, broken), Batch::smaller);
      return Optional.empty();
    }
  }

  private static @Nullable Violation smaller(@Nullable Violation one, @Nullable Violation other) {
    boolean first = other == null || (one != null && one.plan().seed() <= other.plan().seed());
    return first ? one : other;
  }
}
