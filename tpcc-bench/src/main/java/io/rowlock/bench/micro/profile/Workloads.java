package io.rowlock.bench.micro.profile;

import com.google.common.io.Closer;
import io.rowlock.bench.micro.profile.Peer.PeerContext;
import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.Connection;

/** The workloads of a run's modes and their tables, opened and closed together. */
final class Workloads implements Closeable {
  private final Plan plan;
  private final Connection connection;
  private final boolean keepTables;
  private final Map<Mode, Workload> byMode = new EnumMap<>(Mode.class);
  private final Closer closer = Closer.create();

  private Workloads(Plan plan, Connection connection, boolean keepTables) {
    this.plan = plan;
    this.connection = connection;
    this.keepTables = keepTables;
  }

  /**
   * Makes and fills the tables.
   *
   * @param keepTables when the whole cluster goes anyway
   */
  static Workloads open(Plan plan, Connection connection, boolean keepTables) throws IOException {
    Workloads workloads = new Workloads(plan, connection, keepTables);
    try {
      workloads.openAll();
      return workloads;
    } catch (IOException | RuntimeException | Error e) {
      try (workloads) {
        throw e;
      }
    }
  }

  Workload of(Mode mode) {
    return Objects.requireNonNull(byMode.get(mode), "not opened");
  }

  /** By mode; only of modes that have settings. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    byMode.forEach((mode, workload) -> settings.put(mode.label(), workload.settings()));
    settings.values().removeIf(String::isEmpty);
    return settings;
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }

  private void openAll() throws IOException {
    ProfileTable common = ProfileTable.common(plan);
    if (!Mode.PEERS.containsAll(plan.modes())) {
      dropAtTheEnd(common);
      common.createTransactional(connection);
      common.load(connection, UnaryOperator.identity());
    }
    for (Mode mode : plan.modes()) {
      byMode.put(mode, closer.register(open(mode, common)));
    }
  }

  private Workload open(Mode mode, ProfileTable common) throws IOException {
    return switch (mode) {
      case RAW -> new RawWorkload(connection, common.name(), false);
      case RAW_BATCHED -> new RawWorkload(connection, common.name(), true);
      case TX -> new TransactionWorkload(connection, common.name(), plan.retryPolicy());
      case HAEINSA -> HaeinsaWorkload.open(context(mode));
      case OMID, OMID_LOW_LATENCY -> find(mode).open(context(mode));
    };
  }

  private PeerContext context(Mode mode) {
    ProfileTable table = ProfileTable.of(mode, plan);
    dropAtTheEnd(table);
    return new PeerContext(connection.getConfiguration(), connection, table, plan.retryPolicy());
  }

  private void dropAtTheEnd(ProfileTable table) {
    if (!keepTables) {
      closer.register(() -> table.drop(connection));
    }
  }

  private static Peer find(Mode mode) throws IOException {
    List<Peer> peers =
        ServiceLoader.load(Peer.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(peer -> peer.mode().equals(mode.label()))
            .toList();
    if (peers.isEmpty()) {
      throw new IOException(mode + " is not on the class path; run scripts/bench profile --peers");
    }
    return peers.get(0);
  }
}
