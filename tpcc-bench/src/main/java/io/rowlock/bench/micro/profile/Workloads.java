package io.rowlock.bench.micro.profile;

import io.rowlock.RetryPolicy;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.micro.profile.Operations.Choice;
import io.rowlock.bench.micro.profile.Peer.PeerContext;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import io.rowlock.bench.micro.profile.Workload.Session;
import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/** The workloads of a run's modes and their tables, opened and closed together. */
final class Workloads implements Closeable {
  /** As many as HBase kept by default in 2013; undoing needs the one before. */
  private static final int HAEINSA_VERSIONS = 3;

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
   * Opens the workloads of all modes on the common table, which exists. Creates and fills tables
   * only for peers; they stay when the cluster is closed anyway.
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
    TableName common = ProfileTable.common(plan).name();
    for (Mode mode : plan.modes) {
      byMode.put(mode, closer.register(open(mode, common)));
    }
  }

  private Workload open(Mode mode, TableName table) throws IOException {
    return switch (mode) {
      case RAW ->
          operations -> {
            Table plain = connection.getTable(table);
            return Session.on(
                plain,
                choice ->
                    operations.run(
                        choice, operations.writesByCell(choice), plain::get, plain::put));
          };
      case RAW_BATCHED ->
          operations -> {
            Table plain = connection.getTable(table);
            return Session.on(plain, choice -> batch(plain, operations, choice));
          };
      case TX -> transactions(table, Operations::run);
      case TX_BATCHED -> transactions(table, Operations::runBatched);
      case HAEINSA -> Haeinsa.open(context(mode));
      case OMID, OMID_LOW_LATENCY -> find(mode).open(context(mode));
    };
  }

  private Transactions transactions(TableName table, Body body) throws IOException {
    return new Transactions(TransactionManager.create(connection), table, plan.retryPolicy(), body);
  }

  private static void batch(Table table, Operations operations, Choice choice) throws IOException {
    operations.inOrder(
        () -> Operations.check(table.get(operations.reads(choice))),
        () -> {
          List<Put> writes = operations.writes(choice);
          try {
            table.batch(writes, new Object[writes.size()]);
          } catch (InterruptedException e) {
            throw Interruption.of(e);
          }
        });
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
    return ServiceLoader.load(Peer.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(peer -> peer.mode().equals(mode.label()))
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    mode + " is not on the class path; run scripts/bench profile --peers"));
  }

  /** The user's code of a transaction. */
  private interface Body {
    void run(Operations operations, Choice choice, Table table) throws IOException;
  }

  /** Default settings but for the retries. */
  private record Transactions(
      TransactionManager manager, TableName name, RetryPolicy policy, Body body)
      implements Workload {
    @Override
    public Session open(Operations operations) {
      TransactionSettings settings = TransactionSettings.builder().retryPolicy(policy).build();
      return choice ->
          manager.run(
              settings, transaction -> body.run(operations, choice, transaction.table(name)));
    }

    @Override
    public void settle() throws IOException {
      manager.drain();
    }

    @Override
    public LibraryCounts counts() {
      return LibraryCounts.of(manager.counters());
    }

    @Override
    public void close() {
      manager.close();
    }
  }

  /** Transactions by Haeinsa's algorithm. */
  private record Haeinsa(Connection connection, TableName name, Retries retries)
      implements Workload {
    static Haeinsa open(PeerContext context) throws IOException {
      ProfileTable table = context.table();
      table.create(
          context.connection(),
          ColumnFamilyDescriptorBuilder.newBuilder(ProfileTable.FAMILY)
              .setMaxVersions(HAEINSA_VERSIONS)
              .build(),
          ColumnFamilyDescriptorBuilder.of(HaeinsaLock.FAMILY));
      table.load(context.connection(), UnaryOperator.identity());
      return new Haeinsa(context.connection(), table.name(), new Retries(context.policy()));
    }

    @Override
    public Session open(Operations operations) throws IOException {
      Table table = connection.getTable(name);
      return Session.on(table, choice -> retries.run(() -> attempt(table, operations, choice)));
    }

    private static void attempt(Table table, Operations operations, Choice choice)
        throws IOException {
      HaeinsaTransaction transaction = new HaeinsaTransaction(table);
      operations.run(choice, operations.writes(choice), transaction::get, transaction::put);
      transaction.commit();
    }

    @Override
    public long conflicts() {
      return retries.conflicts();
    }

    @Override
    public String settings() {
      return "the algorithm published in 2013, written anew; "
          + HAEINSA_VERSIONS
          + " versions of a cell; locks in a family of their own";
    }
  }
}
