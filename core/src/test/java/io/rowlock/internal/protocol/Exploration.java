package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.FaultyNetwork.Pace;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One run, decided by its seed alone: some clients run random transactions over a few rows of two
 * tables through bad networks; then the networks heal, somebody cleans up, and the history is
 * checked.
 */
final class Exploration {

  private static final List<TableName> TABLES =
      List.of(TableName.valueOf("left"), TableName.valueOf("right"));
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final SplittableRandom random;
  private final VirtualTime time = new VirtualTime();
  private final MemoryCluster cluster = new MemoryCluster();
  private final SortedMap<RowKey, RowContent> initial = new TreeMap<>();
  private final List<TransactionRecord> history = new ArrayList<>();
  private final List<FaultyNetwork> networks = new ArrayList<>();
  private final List<RandomClient> clients = new ArrayList<>();
  private final Tally tally = new Tally();
  private final ServerAudit audit;
  private final @Nullable RandomOperator operator;

  /** What the oldest data needs, as after enabling the tables. */
  private final long floor;

  private final Duration lease;
  private final FaultMix mix;

  /**
   * @param trace takes a line for each thing that happens; null for speed
   */
  Exploration(long seed, @Nullable StringBuilder trace) {
    random = new SplittableRandom(seed);
    boolean isOperated = random.nextInt(3) == 0;
    floor = time.currentMillis() - (isOperated ? RandomOperator.HORIZON.toMillis() + 10_000 : 0);
    audit = new ServerAudit(cluster, floor, time, tally, trace);
    lease = Duration.ofMillis(List.of(10, 50, 250).get(random.nextInt(3)));
    createTables();
    mix = FaultMix.draw(random);
    boolean somebodyDies = random.nextBoolean();
    boolean someBreakDown = random.nextBoolean();
    int count = 2 + random.nextInt(3);
    for (int i = 1; i <= count; i++) {
      boolean dies = somebodyDies && random.nextInt(2) == 0;
      addClient("client-" + i, mix, dies ? 1 + random.nextInt(150) : Integer.MAX_VALUE);
      if (someBreakDown && random.nextBoolean()) {
        networks.get(i - 1).plan(Outage.draw(lease.multipliedBy(10), random));
      }
    }
    operator = isOperated ? createOperator() : null;
  }

  private RandomOperator createOperator() {
    FaultyNetwork network = network("operator", mix, Integer.MAX_VALUE);
    networks.add(network);
    RandomOperator created =
        new RandomOperator(
            new InMemoryRowStore(cluster, network, Runnable::run),
            time.surroundings(random.nextLong(), skew()),
            settings(),
            List.copyOf(initial.keySet()),
            audit,
            tally);
    created.leaveFences(cluster, vacuumedBefore());
    return created;
  }

  private long vacuumedBefore() {
    return time.currentMillis() - RandomOperator.HORIZON.toMillis();
  }

  private void createTables() {
    TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.addAll(List.of(LockColumn.family(), RowContent.F, RowContent.G));
    int rows = 1 + random.nextInt(4);
    for (TableName table : TABLES) {
      cluster.createTable(new TableFacts(table, families, floor, Durability.SYNC_WAL));
      for (int i = 0; i < rows; i++) {
        createRow(new RowKey(table, Bytes.toBytes("r" + i)));
      }
    }
  }

  private void createRow(RowKey key) {
    boolean exists = random.nextInt(3) == 0;
    if (exists) {
      Put put = new Put(key.row());
      put.addColumn(RowContent.F, RowContent.LIST, floor, Bytes.toBytes("0"));
      cluster.rawWrite(key.table(), put);
    }
    initial.put(key, new RowContent(exists ? "0" : null, null));
  }

  private FaultyNetwork network(String name, FaultMix faults, int callsBeforeDeath) {
    long micros = List.of(100, 500, 500, 5000).get(random.nextInt(4));
    Pace pace =
        new Pace(
            Duration.ofNanos(micros * 1000),
            Duration.ofNanos(micros * 1000 * (4 + random.nextInt(60))),
            lease.multipliedBy(3));
    return new FaultyNetwork(name, time, random.split(), pace, faults, callsBeforeDeath, audit);
  }

  private RandomClient addClient(String name, FaultMix faults, int callsBeforeDeath) {
    FaultyNetwork network = network(name, faults, callsBeforeDeath);
    Surroundings surroundings = time.surroundings(random.nextLong(), skew());
    RandomClient client =
        new RandomClient(
            name,
            new InMemoryRowStore(cluster, network, Runnable::run),
            network,
            surroundings,
            settings(),
            List.copyOf(initial.keySet()),
            history,
            audit);
    networks.add(network);
    clients.add(client);
    return client;
  }

  private Duration skew() {
    long most = List.of(0, 20, 2_000, 3_600_000).get(random.nextInt(4));
    return Duration.ofMillis(most == 0 ? 0 : random.nextLong(-most, most));
  }

  private ProtocolSettings settings() {
    Duration wait = Duration.ofMillis(List.of(5, 30, 300).get(random.nextInt(3)));
    Duration own = lease.multipliedBy(random.nextInt(4) == 0 ? 4 : 1);
    return new ProtocolSettings(own, wait, 1000, 1_000_000, random.nextInt(4) == 0, 3);
  }

  /** Runs to the end and checks everything. */
  Tally run() {
    for (RandomClient client : clients) {
      int streams = 1 + random.nextInt(2);
      for (int i = 0; i < streams; i++) {
        client.run(1 + random.nextInt(8));
      }
    }
    if (operator != null) {
      operator.run(vacuumedBefore() + 1);
    }
    Duration storm = Duration.ofMillis(random.nextLong(20, 2_000));
    time.schedule(storm, () -> networks.forEach(FaultyNetwork::heal));
    time.runUntilIdle();
    checkLiveness();
    settle();
    HistoryCheck check = new HistoryCheck(history, initial, audit);
    check.checkEffects();
    if (!mix.staleReads()) {
      check.checkOrder();
    }
    history.forEach(record -> tally.count("transactions " + record.outcome()));
    return tally;
  }

  private void checkLiveness() {
    require(time.monotonicNanos() < LIMIT.toNanos(), "it took " + time.monotonicNanos() + " ns");
    require(clients.stream().allMatch(RandomClient::isAtRest), "something hangs");
    require(operator == null || operator.isAtRest(), "the operator hangs");
  }

  /** A new client meets every lock that was left behind, for a few leases. */
  private void settle() {
    RandomClient settler = addClient("settler", FaultMix.NONE, Integer.MAX_VALUE);
    for (int round = 0; round < 12 && !isClean(); round++) {
      settler.readEachRow();
      time.runUntilIdle();
      time.advance(lease.multipliedBy(4));
    }
    require(isClean(), "locks are left behind");
    settler.readEachRow();
    time.runUntilIdle();
    require(settler.isAtRest(), "the last reads hang");
    List<TransactionRecord> last = history.subList(history.size() - initial.size(), history.size());
    require(last.stream().allMatch(TransactionRecord::isCommitted), "a clean row is unreadable");
  }

  private boolean isClean() {
    return initial.keySet().stream()
        .allMatch(key -> LockedRow.of(cluster.rawGet(key)).lock() instanceof RowLock.Stable);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
