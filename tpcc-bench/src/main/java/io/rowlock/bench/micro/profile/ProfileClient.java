package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.RpcDelay;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Client;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.jspecify.annotations.Nullable;

/**
 * One client of all modes. It reads its counters while nothing of its own is under way, so that
 * they cover exactly the transactions begun in the window.
 */
final class ProfileClient implements Client<Slot, Share> {
  private static final String REQUESTS = "requests";
  private static final String COMMITTED = "committed";
  private static final String CONFLICTS = "conflicts";
  private static final String FOREGROUND = "rpcsForeground";
  private static final String BACKGROUND = "rpcsBackground";
  private static final String LOOKS = "looks";

  private final Plan plan;
  private final RpcDelay network;
  private final Function<Mode, Workload> workloads;
  private final int number;
  private final Closer closer = Closer.create();
  private Map<String, String> settings = Map.of();

  ProfileClient(Plan plan, RpcDelay network, Function<Mode, Workload> workloads, int number) {
    this.plan = plan;
    this.network = network;
    this.workloads = workloads;
    this.number = number;
  }

  /** Opens a client of a cluster on which the common table exists. */
  static ProfileClient open(Plan plan, Configuration configuration, boolean keepTables, int number)
      throws IOException {
    Closer closer = Closer.create();
    RpcDelay network = plan.clients.network();
    closer.register(network::close);
    Connection connection =
        closer.register(ConnectionFactory.createConnection(network.counting(configuration)));
    Workloads workloads = closer.register(Workloads.open(plan, connection, keepTables));
    ProfileClient client = new ProfileClient(plan, network, workloads::of, number);
    client.closer.register(closer);
    client.settings = workloads.settings();
    return client;
  }

  /** By mode; only of modes that have settings. */
  Map<String, String> settings() {
    return settings;
  }

  @Override
  public Class<Slot> windowType() {
    return Slot.class;
  }

  /** What warms up is not delayed, so that more of it runs; what settles is. */
  @Override
  public Share run(Slot slot) throws IOException {
    network.delayMillis(slot.warmsUp() ? 0 : plan.clients.rpcDelayMillis());
    Workload workload = workloads.apply(slot.series().mode());
    workload.settle();
    LibraryCounts libraryBefore = workload.counts();
    long conflictsBefore = workload.conflicts();
    long requestsBefore = network.requests();
    long looksBefore = network.looks();
    Tally tally = transactions(slot, workload);
    workload.settle();
    Map<String, Long> counts =
        counted(workload, libraryBefore, workload.conflicts() - conflictsBefore);
    counts.put(REQUESTS, network.requests() - requestsBefore);
    counts.put(LOOKS, network.looks() - looksBefore);
    return Share.of(tally, counts);
  }

  private static Map<String, Long> counted(
      Workload workload, @Nullable LibraryCounts before, long conflicts) {
    Map<String, Long> counts = new TreeMap<>();
    LibraryCounts library = workload.counts();
    if (library == null || before == null) {
      counts.put(CONFLICTS, conflicts);
    } else {
      LibraryCounts added = library.minus(before);
      counts.put(COMMITTED, added.committed());
      counts.put(CONFLICTS, added.conflicts());
      counts.put(FOREGROUND, added.rpcsForeground());
      counts.put(BACKGROUND, added.rpcsBackground());
    }
    return counts;
  }

  /** All modes get the same choices of rows in the same round, and each client other ones. */
  private Tally transactions(Slot slot, Workload workload) throws IOException {
    Profile profile = slot.series().profile();
    int asked = slot.series().threads();
    int threads = slot.warmsUp() ? Math.max(asked, plan.warmUpThreads) : asked;
    int seed = Objects.hash(plan.rounds.seed() + number, profile.label(), threads, slot.round());
    return new Window(threads, Duration.ofSeconds(slot.seconds()), seed)
        .run(workload, new Operations(profile), plan.rowChooser(profile));
  }

  /** Whether the library has counted too. */
  static boolean isCountedByLibrary(Share share) {
    return share.counts().containsKey(COMMITTED);
  }

  /** Returns the counts of the library; where it has none, those of the benchmark. */
  static LibraryCounts counts(Share share) {
    return isCountedByLibrary(share)
        ? new LibraryCounts(
            share.count(COMMITTED),
            share.count(CONFLICTS),
            share.count(FOREGROUND),
            share.count(BACKGROUND))
        : new LibraryCounts(share.tally().committed(), share.count(CONFLICTS), requests(share), 0);
  }

  /** Returns those of the background requests that looked for a long reader. */
  static long looks(Share share) {
    return share.count(LOOKS);
  }

  /** Returns the requests that the RPC client has counted. */
  static long requests(Share share) {
    return share.count(REQUESTS);
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
