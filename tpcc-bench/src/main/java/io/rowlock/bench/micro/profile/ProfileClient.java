package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.WindowClient;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import io.rowlock.bench.micro.profile.ProfileClient.Sample;
import io.rowlock.bench.micro.profile.ProfileClient.Task;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One client of a run. Counters are read while nothing of the client is under way, so that they
 * cover exactly the transactions begun in the window.
 *
 * @param seeds makes the seed of a window the client's own
 * @param resources closed with the client
 */
record ProfileClient(
    Plan plan,
    RpcCounter rpcs,
    Function<Mode, Workload> workloads,
    Map<String, String> settings,
    LongUnaryOperator seeds,
    Closeable resources)
    implements WindowClient<Task, Sample> {

  /** What a client runs in a window. */
  record Task(Slot slot, int seconds) {
    private Mode mode() {
      return slot.series().mode();
    }
  }

  /**
   * What clients counted in a window.
   *
   * @param library null in modes without Rowlock
   * @param conflicts 0 where the library counts them
   * @param rpcs counted in the RPC client
   */
  record Sample(Tally tally, @Nullable LibraryCounts library, long conflicts, long rpcs) {
    Sample plus(Sample other) {
      return new Sample(
          Tally.sum(tally, other.tally),
          library == null || other.library == null ? null : library.plus(other.library),
          conflicts + other.conflicts,
          rpcs + other.rpcs);
    }

    /** The library's counts; without the library, those of the benchmark. */
    LibraryCounts counts() {
      return library == null ? new LibraryCounts(tally.committed(), conflicts, rpcs, 0) : library;
    }
  }

  @Override
  public void prepare(Task task) throws IOException {
    workloads.apply(task.mode()).settle();
  }

  @Override
  public Sample run(Task task) throws IOException {
    Workload workload = workloads.apply(task.mode());
    LibraryCounts before = workload.counts();
    long conflictsBefore = workload.conflicts();
    long rpcsBefore = rpcs.requests();
    Tally tally = run(task, workload);
    workload.settle();
    LibraryCounts after = workload.counts();
    return new Sample(
        tally,
        before == null || after == null ? null : after.minus(before),
        workload.conflicts() - conflictsBefore,
        rpcs.requests() - rpcsBefore);
  }

  /** All modes get the same choices of rows in the same round. */
  private Tally run(Task task, Workload workload) throws IOException {
    Profile profile = task.slot().series().profile();
    int threads = task.slot().series().threads();
    int seed = Objects.hash(plan.rounds.seed(), profile.label(), threads, task.slot().round());
    int regionsApart = profile.spansRegions() ? plan.regions() : 1;
    RowChooser rows = new RowChooser(plan.rows, plan.hot, regionsApart);
    Duration length = Duration.ofSeconds(task.seconds());
    return new Window(threads, length, seeds.applyAsLong(seed))
        .run(workload, new Operations(profile), rows);
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }

  /**
   * A stretch of time in which threads run one workload in closed loops. The same seed and thread
   * count make the same choices of rows, in every mode.
   */
  record Window(int threads, Duration length, long seed) {

    /** Returns when every transaction begun in the window has ended. */
    Tally run(Workload workload, Operations operations, RowChooser rows) throws IOException {
      List<Workload.Session> sessions = new ArrayList<>();
      try {
        List<Load.Crew> crews = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          Workload.Session session = workload.open(operations);
          sessions.add(session);
          crews.add(new Load.Crew(1, random -> session.run(rows.choose(random))));
        }
        Tally sum = new Tally();
        new Load(length, seed).run(crews).forEach(sum::add);
        return sum;
      } finally {
        for (Workload.Session session : sessions) {
          session.close();
        }
      }
    }
  }
}
