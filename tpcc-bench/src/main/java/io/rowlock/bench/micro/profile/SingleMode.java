package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/** The transactions of one profile in one mode, for a program that measures by itself. */
public final class SingleMode implements Closeable {
  private final Workload workload;
  private final Operations operations;
  private final RowChooser rows;
  private final long seed;
  private final Closer closer;

  private SingleMode(Plan plan, Workload workload, Closer closer) {
    Profile profile = plan.profiles.get(0);
    this.workload = workload;
    this.operations = new Operations(profile);
    this.rows = plan.rowChooser(profile);
    this.seed = plan.rounds.seed();
    this.closer = closer;
  }

  /** The transactions and their table, as options of {@code bench profile} name them. */
  public record Setting(String profile, String mode, int regions, int rows) {}

  /** Creates and fills the table of the mode; {@link #close} drops it. */
  public static SingleMode open(Setting setting, Connection connection) throws IOException {
    Plan plan = plan(setting);
    Mode mode = plan.modes.get(0);
    Closer closer = Closer.create();
    try {
      ProfileTable common = ProfileTable.common(plan);
      closer.register(() -> common.drop(connection));
      common.prepare(connection, plan);
      Workloads workloads = closer.register(Workloads.open(plan, connection, false));
      return new SingleMode(plan, workloads.of(mode), closer);
    } catch (IOException | RuntimeException | Error e) {
      try (closer) {
        throw e;
      }
    }
  }

  private static Plan plan(Setting setting) {
    Plan plan = new Plan();
    plan.profiles = List.of(find(Profile.values(), setting.profile()));
    plan.modes = List.of(find(Mode.values(), setting.mode()));
    plan.threads = List.of(1);
    plan.regions = setting.regions();
    plan.rows = setting.rows();
    plan.check();
    return plan;
  }

  /** The constant with this label. */
  private static <E> E find(E[] constants, String label) {
    List<E> found =
        Arrays.stream(constants).filter(constant -> constant.toString().equals(label)).toList();
    Arguments.require(
        found.size() == 1, "'" + label + "' is none of " + Arrays.toString(constants));
    return found.get(0);
  }

  /** Returns the transactions of one thread; each number of a thread makes other choices. */
  public OneThread open(int thread) throws IOException {
    return new OneThread(workload.open(operations), rows, new SplittableRandom(seed + thread));
  }

  /** Waits until nothing goes on in the background. */
  public void settle() throws IOException {
    workload.settle();
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }

  /** One thread's transactions. Not thread-safe. */
  public static final class OneThread implements Closeable {
    private final Workload.Session session;
    private final RowChooser rows;
    private final SplittableRandom random;

    private OneThread(Workload.Session session, RowChooser rows, SplittableRandom random) {
      this.session = session;
      this.rows = rows;
      this.random = random;
    }

    /** Runs one transaction to its end, retries included. */
    public void run() throws IOException {
      session.run(rows.choose(random));
    }

    @Override
    public void close() throws IOException {
      session.close();
    }
  }
}
