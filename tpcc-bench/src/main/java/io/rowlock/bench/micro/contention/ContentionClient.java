package io.rowlock.bench.micro.contention;

import com.google.common.io.Closer;
import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.TransactionCounters;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.ClientKind.Assignment;
import io.rowlock.bench.kit.clients.WindowClient;
import io.rowlock.bench.micro.contention.ContentionClient.Sample;
import io.rowlock.bench.micro.contention.ContentionClient.Task;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** One client of a run; only the first one audits. */
final class ContentionClient implements WindowClient<Task, Sample> {
  private final ContentionPlan plan;
  private final Assignment assignment;
  private final Closer resources;
  private final TransactionManager transactions;
  private final TransactionManager auditor;
  private final ContentionTable table;
  private final ContentionTable audited;

  private ContentionClient(
      ContentionPlan plan, Assignment assignment, Connection connection, Closer resources)
      throws IOException {
    this.plan = plan;
    this.assignment = assignment;
    this.resources = resources;
    this.transactions = TransactionManager.create(connection);
    resources.register(transactions::close);
    this.auditor = TransactionManager.create(connection);
    resources.register(auditor::close);
    this.table = new ContentionTable(transactions, plan.accounts);
    this.audited = new ContentionTable(auditor, plan.accounts);
  }

  static ContentionClient open(ContentionPlan plan, Assignment assignment) throws IOException {
    Closer resources = Closer.create();
    try {
      RpcCounter rpcs = plan.delay.apply(new RpcCounter());
      resources.register(rpcs::close);
      Connection connection =
          ConnectionFactory.createConnection(rpcs.counting(assignment.configuration()));
      return new ContentionClient(plan, assignment, resources.register(connection), resources);
    } catch (IOException | RuntimeException | Error e) {
      try (resources) {
        throw e;
      }
    }
  }

  /** What clients run in a window: their shares of the threads of a series. */
  record Task(Series series, int round, int seconds) {}

  /** Attempts begun and requests sent in a window. */
  record Counts(long begun, long rpcs) {
    static final Counts NONE = new Counts(0, 0);

    private static Counts of(TransactionCounters counters) {
      return new Counts(counters.begun(), counters.rpcsForeground() + counters.rpcsBackground());
    }

    private Counts minus(Counts earlier) {
      return new Counts(begun - earlier.begun, rpcs - earlier.rpcs);
    }

    Counts plus(Counts other) {
      return new Counts(begun + other.begun, rpcs + other.rpcs);
    }
  }

  /**
   * What clients counted in a window.
   *
   * @param unknown increments of unknown outcome
   */
  record Sample(Tally tally, Counts counts, long unknown, Audits audits) {
    Sample plus(Sample other) {
      return new Sample(
          Tally.sum(tally, other.tally),
          counts.plus(other.counts),
          unknown + other.unknown,
          audits.plus(other.audits));
    }
  }

  @Override
  public void prepare(Task task) throws IOException {
    transactions.drain();
    auditor.drain();
  }

  @Override
  public Sample run(Task task) throws IOException {
    return task.series().kind() == Kind.TRANSFERS ? transfers(task) : increments(task);
  }

  private Sample increments(Task task) throws IOException {
    Series series = task.series();
    LongAdder unknown = new LongAdder();
    Load.Work work =
        random -> {
          try {
            table.increment(series);
          } catch (CommitOutcomeUnknownException e) {
            unknown.increment();
            throw e;
          }
        };
    Counts before = Counts.of(transactions.counters());
    Tally tally = load(task).run(assignment.share(series.threads()), work);
    transactions.drain();
    Counts counts = Counts.of(transactions.counters()).minus(before);
    return new Sample(tally, counts, unknown.sum(), Audits.NONE);
  }

  private Sample transfers(Task task) throws IOException {
    Counts before = Counts.of(transactions.counters());
    Counts auditorBefore = Counts.of(auditor.counters());
    Auditor audits = new Auditor(audited, plan.accounts * ContentionTable.OPENING_BALANCE);
    List<Load.Crew> crews = new ArrayList<>();
    crews.add(new Load.Crew(assignment.share(task.series().threads()), table::transfer));
    crews.add(new Load.Crew(assignment.share(1), random -> audits.audit()));
    List<Tally> tallies = load(task).run(crews);
    transactions.drain();
    Counts counts = Counts.of(transactions.counters()).minus(before);
    Counts ofAudits = Counts.of(auditor.counters()).minus(auditorBefore);
    return new Sample(
        tallies.get(0),
        counts,
        0,
        assignment.share(1) == 0
            ? Audits.NONE
            : audits.result(tallies.get(1), ofAudits, task.seconds()));
  }

  private Load load(Task task) {
    int seed = Objects.hash(plan.windows.seed(), task.series().toString(), task.round());
    return new Load(Duration.ofSeconds(task.seconds()), assignment.seed(seed));
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
