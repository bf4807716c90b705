package io.rowlock.it.security;

import static org.apache.hadoop.hbase.CompareOperator.NOT_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.RawCells;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.VacuumFiles;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.once.OnceTable;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Permissions of users on an HBase that checks them, and the messages of refusals. */
@TestInstance(Lifecycle.PER_CLASS)
class SecurityIT {

  private static final String VALUE = "MARKED-SECRET-value";
  private static final Duration LEASE = Duration.ofMillis(500);

  @TempDir private static Path directory;

  private SecureHBase hbase;
  private SecretLeaks leaks;
  private Configuration configuration;
  private TableName table;

  @BeforeAll
  void start() throws Exception {
    leaks = SecretLeaks.listen();
    hbase = SecureHBase.start(directory);
    configuration = hbase.configuration();
    configuration.set("rowlock.lease", Long.toString(LEASE.toMillis()));
    table = TestTables.create(hbase.superuser(), "m");
  }

  @AfterAll
  void stop() throws IOException {
    hbase.close();
    leaks.close();
    assertThat(leaks.lines()).isNotEmpty().noneMatch(line -> line.contains("MARKED-SECRET"));
  }

  /** A task on a table. */
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  private void run(TransactionAction<IOException> action) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        TransactionManager transactions =
            TransactionManager.create(connection, RowlockOptions.builder().lease(LEASE).build())) {
      transactions.run(action);
      transactions.drain();
    }
  }

  private void command(String... arguments) throws Exception {
    CommandRun run = CommandRun.of(configuration, arguments);
    leaks.add(run.out() + run.err());
    boolean isHalf = run.out().contains("CANNOT") || run.out().contains("not examined");
    if (run.status() == 2 || isHalf) {
      throw new IOException(run.out() + run.err());
    }
  }

  /** One row contains a committed intent that is not applied yet. */
  private void readAll() throws IOException {
    run(
        tx -> {
          Table accounts = tx.table(table);
          assertThat(Rows.text(accounts, "z-committed")).isEqualTo(VALUE);
          assertThat(Rows.keys(accounts, Rows.range("z-c", "z-d"))).containsExactly("z-committed");
        });
  }

  private void write(TableName name, String... rows) throws IOException {
    run(
        tx -> {
          for (String row : rows) {
            tx.table(name).put(Rows.put(row, VALUE));
          }
        });
  }

  /** The tasks of the guide's table of permissions, by the first word of its rows. */
  private Map<String, List<Work>> tasks(TableName plain) {
    String name = table.getNameAsString();
    Map<String, List<Work>> tasks = new LinkedHashMap<>();
    tasks.put("read", List.of(this::readAll));
    tasks.put("write", List.of(() -> write(table, "a", "b", "z")));
    tasks.put("settle", List.of(() -> run(tx -> Rows.text(tx.table(table), "z-undecided"))));
    tasks.put(
        "`locks`",
        List.of(
            () -> command("locks", name),
            () -> command("vacuum", "mark", name, freshFile()),
            () -> command("resolve", name, "--dry-run", "--stop-row", "b")));
    tasks.put(
        "`resolve`",
        List.of(
            () -> command("resolve", name, "--start-row", "z-x", "--stop-row", "z-y"),
            () -> command("discard", name, "nonsense", "--yes")));
    tasks.put(
        "`verify`",
        List.of(
            () -> command("verify", name),
            () -> command("doctor", "--no-locks", name),
            () -> command("enable", "--dry-run", plain.getNameAsString())));
    tasks.put("`doctor`", List.of(() -> command("doctor", name)));
    tasks.put("`verify", List.of(() -> command("verify", name, "--data", "--stop-row", "b")));
    tasks.put("`enable`", List.of(() -> command("enable", plain.getNameAsString())));
    tasks.put("`guard`", List.of(() -> command("guard", name, "--plain", "nobody")));
    return tasks;
  }

  private String freshFile() throws IOException {
    return Files.createTempDirectory(directory, "notes").resolve("notes").toString();
  }

  /** A lock cell contains no lock. */
  private void leaveNonsense(TableName name) throws IOException {
    try (Table raw = hbase.superuser().getTable(name)) {
      raw.put(
          new Put(Rows.bytes("nonsense"))
              .addColumn(LockColumn.family(), LockColumn.qualifier(), Rows.bytes("nonsense")));
    }
  }

  /** Row z... contains an intent; row a..., its primary, nothing yet, or a committed lock. */
  private void leaveLocks(int write, String suffix) throws Exception {
    DeadClient.leaveLocks(
        configuration,
        write,
        tx -> {
          tx.table(table).put(Rows.put("a-" + suffix, VALUE));
          tx.table(table).put(Rows.put("z-" + suffix, VALUE));
        });
  }

  /** The first words of the rows of the guide's table, and the permissions. */
  private static Map<String, String> guide() throws IOException {
    Path guide = Path.of("..", "docs", "guides", "security.md");
    String text = Files.readString(guide);
    String rows = text.substring(text.indexOf("| task | permissions |")).split("\n\n", 2)[0];
    Map<String, String> permissions = new LinkedHashMap<>();
    rows.lines()
        .skip(2)
        .map(row -> Splitter.on('|').trimResults().splitToList(row))
        .forEach(
            cells ->
                permissions.put(
                    Splitter.onPattern("[ ,]").split(cells.get(1)).iterator().next(),
                    cells.get(2).replaceAll("[^RWXCA]", "")));
    return permissions;
  }

  @Test
  void guideListsExactlyTheRequiredPermissions() throws Exception {
    leaveLocks(3, "committed");
    leaveLocks(2, "undecided");
    leaveLocks(2, "x-undecided");
    leaveNonsense(table);
    TableName plain = TestTables.createPlain(hbase.superuser());
    Map<String, String> guide = guide();
    Map<String, List<Work>> tasks = tasks(plain);
    assertThat(guide).containsOnlyKeys(tasks.keySet());
    for (TableName name : List.of(table, plain)) {
      for (String granted : List.of("R", "W", "C", "A", "RW", "RC", "WC", "RWC")) {
        hbase.grant("user" + granted, name, null, granted);
      }
      hbase.awaitGrants(name);
    }

    for (Map.Entry<String, List<Work>> task : tasks.entrySet()) {
      String needed = guide.get(task.getKey());
      for (Work work : task.getValue()) {
        for (String letter : Splitter.fixedLength(1).split(needed)) {
          refuse(task.getKey(), needed.replace(letter, ""), work);
        }
        as("user" + needed, work);
      }
    }
    assertThat(Locks.unsettled(hbase.superuser(), table)).doesNotContainKey("nonsense");
  }

  private void refuse(String task, String granted, Work work) {
    assertThatThrownBy(() -> as("user" + granted, work))
        .as("%s with %s", task, granted)
        .isNotInstanceOf(CommitOutcomeUnknownException.class)
        .hasMessageContaining("ermission");
  }

  private void as(String user, Work work) throws Exception {
    try {
      hbase.as(
          hbase.user(user),
          () -> {
            work.run();
            return null;
          });
    } catch (IOException | RuntimeException failure) {
      leaks.add(failure);
      throw failure;
    }
  }

  /** Neither waiting nor a conflict with endless retries would help. */
  @Test
  void errorNamesPermissionsForSettlingLock() throws Exception {
    leaveLocks(2, "left");
    hbase.grant("reader", table, null, "R");
    hbase.awaitGrants(table);

    assertThatThrownBy(() -> as("reader", () -> run(tx -> Rows.text(tx.table(table), "z-left"))))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("row 'a-left' of table '" + table + "'")
        .hasMessageContaining("R and W on the table")
        .hasMessageContaining("scripts/rowlock resolve " + table);
    try (TransactionManager owner = TransactionManager.create(hbase.superuser())) {
      assertThat(owner.<String, IOException>call(tx -> Rows.text(tx.table(table), "z-left")))
          .isNull();
    }
  }

  /** A lock would contain its value until after the commit, and HBase would refuse it only then. */
  @Test
  void unwritableFamilyFailsBeforeCommit() throws Exception {
    TableName mixed = TestTables.create(hbase.superuser(), "m");
    hbase.grant("half", mixed, null, "R");
    hbase.grant("half", mixed, "f", "RW");
    hbase.grant("half", mixed, "_lock", "RW");
    hbase.awaitGrants(mixed);
    String longRow = "z" + "\u0001".repeat(32_000);

    assertThatThrownBy(
            () ->
                as(
                    "half",
                    () ->
                        run(
                            tx -> {
                              tx.table(mixed).put(Rows.put("a", VALUE));
                              tx.table(mixed)
                                  .put(
                                      new Put(Rows.bytes(longRow))
                                          .addColumn(TestTables.G, Rows.V, Rows.bytes(VALUE)));
                            })))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("family 'g'")
        .hasMessageContaining("permission W")
        .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(1_000));

    assertThat(RawCells.of(hbase.superuser(), mixed)).isEmpty();
    as("half", () -> write(mixed, "a", "z"));
    assertThat(RawCells.of(hbase.superuser(), mixed)).isNotEmpty();
  }

  /** HBase could set the floor without reopening the regions, which would not know it then. */
  @Test
  void writerLearnsFloorAndFamiliesFromRegions() throws Exception {
    TableName plain = TestTables.createPlain(hbase.superuser());
    EnableOptions rowByRow = EnableOptions.builder().regionCommit(false).build();
    TransactionAdmin.create(hbase.superuser()).enable(plain, rowByRow);
    hbase.grant("writer", plain, null, "RW");
    hbase.awaitGrants(plain);
    as("writer", () -> write(plain, "a"));

    try (Admin admin = hbase.superuser().getAdmin()) {
      admin.addColumnFamily(plain, ColumnFamilyDescriptorBuilder.of("late"));
    }
    Put late = new Put(Rows.bytes("a")).addColumn(Rows.bytes("late"), Rows.V, Rows.V);
    as("writer", () -> run(tx -> tx.table(plain).put(late)));
    as("writer", () -> run(tx -> tx.table(plain).delete(Rows.delete("a"))));
    try (Table raw = hbase.superuser().getTable(plain)) {
      assertThat(raw.get(Rows.get("a").addFamily(Rows.bytes("late")).addFamily(TestTables.F)))
          .matches(Result::isEmpty);
    }
  }

  /** HBase would omit the locks from its answers, and all rows would look unlocked. */
  @Test
  void readWithoutAccessToLocksFails() throws Exception {
    TableName open = TestTables.create(hbase.superuser());
    hbase.grant("blind", open, "f", "RW");
    hbase.awaitGrants(open);

    for (Work read :
        List.<Work>of(
            () -> run(tx -> Rows.text(tx.table(open), "a")),
            () -> run(tx -> Rows.keys(tx.table(open), new Scan())))) {
      assertThatThrownBy(() -> as("blind", read))
          .isInstanceOf(NotCommittedException.class)
          .hasMessageContaining(
              "'blind' may not read the lock family '_lock' of table '" + open + "'");
    }
  }

  /** The grants on a table are dropped with it; the locks of other tables still name its rows. */
  @Test
  void lockThatNamesDroppedTableIsSettledWithoutGrantsOnIt() throws Exception {
    TableName living = TestTables.create(hbase.superuser());
    TableName dropped = TestTables.create(hbase.superuser());
    write(dropped, "old");
    DeadClient.leaveLocks(
        configuration,
        LockWrite.SETTLING.and(write -> write.table().equals(dropped)),
        tx -> {
          tx.table(living).put(Rows.put("new", VALUE));
          tx.table(dropped).put(Rows.put("old", VALUE));
        });
    for (TableName granted : List.of(living, dropped)) {
      hbase.grant("heir", granted, null, "RW");
      hbase.awaitGrants(granted);
    }
    try (Admin admin = hbase.superuser().getAdmin()) {
      admin.disableTable(dropped);
      admin.deleteTable(dropped);
    }

    as("heir", () -> write(living, "new"));
    Locks.assertAllSettled(hbase.superuser(), living);
    assertThatThrownBy(() -> as("heir", () -> run(tx -> Rows.text(tx.table(dropped), "old"))))
        .isInstanceOf(NotCommittedException.class)
        .hasRootCauseInstanceOf(TableNotFoundException.class);
  }

  /** HBase would omit the cells from its answers, and a counter would start anew. */
  @Test
  void decisionByUnreadableCellsFails() throws Exception {
    TableName counters = withoutReadOf("f", "adder");
    try (TransactionManager owner = TransactionManager.create(hbase.superuser())) {
      owner.run(tx -> tx.table(counters).put(Rows.put("a", 5)));
    }

    for (Map.Entry<String, TransactionAction<IOException>> decision :
        decisions(counters).entrySet()) {
      assertThatThrownBy(() -> as("adder", () -> run(decision.getValue())))
          .as(decision.getKey())
          .isInstanceOf(NotCommittedException.class)
          .isNotInstanceOf(CommitOutcomeUnknownException.class)
          .hasMessageContaining("may not read the column family 'f'")
          .hasMessageContaining("permission R");
    }
    try (Table raw = hbase.superuser().getTable(counters)) {
      assertThat(Rows.number(raw, "a")).isEqualTo(5);
    }
    as("adder", () -> write(counters, "b"));
  }

  /** Not all columns of a family must be granted, unless all are read. */
  @Test
  void userMayReadSingleColumns() throws Exception {
    TableName narrow = TestTables.create(hbase.superuser(), "m");
    hbase.grant("narrow", narrow, "_lock", "R");
    hbase.grant("narrow", narrow, TestTables.F, Rows.V);
    hbase.awaitGrants(narrow);

    as("narrow", () -> run(tx -> tx.table(narrow).get(column(Rows.V))));
    for (Get hidden : List.of(column(Rows.bytes("w")), Rows.get("a").addFamily(TestTables.F))) {
      assertThatThrownBy(() -> as("narrow", () -> run(tx -> tx.table(narrow).get(hidden))))
          .isInstanceOf(NotCommittedException.class)
          .hasMessageContaining("'narrow' may not read the column family 'f'");
    }
  }

  /** Otherwise each id would look new, and its work would be done again. */
  @Test
  void onceTableWhoseIdsAreHiddenFails() throws Exception {
    TableName ids = TableName.valueOf("hidden_ids");
    OnceTable.create(hbase.superuser(), ids);
    hbase.grant("blind", ids, "_lock", "RW");
    hbase.grant("blind", ids, "o", "W");
    hbase.awaitGrants(ids);

    assertThatThrownBy(() -> as("blind", () -> callOnce(ids)))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("'blind' may not read the column family 'o'");
  }

  private void callOnce(TableName ids) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        TransactionManager transactions = TransactionManager.create(connection)) {
      var unused = OnceTable.on(transactions, ids).call("id", tx -> new byte[0]);
    }
  }

  @Test
  void readThatNamesNoFamilyShowsThoseThatUserMayRead() throws Exception {
    TableName both = TestTables.create(hbase.superuser(), "m");
    hbase.grant("half", both, "_lock", "R");
    hbase.grant("half", both, "f", "R");
    hbase.awaitGrants(both);
    TestTables.awaitFloor(hbase.superuser(), both);
    run(
        tx ->
            tx.table(both)
                .put(Rows.put("a", VALUE).addColumn(TestTables.G, Rows.N, Rows.bytes(VALUE))));

    as(
        "half",
        () ->
            run(
                tx -> {
                  Result got = tx.table(both).get(Rows.get("a"));
                  assertThat(got.getNoVersionMap().keySet()).containsExactly(TestTables.F);
                  try (ResultScanner rows = tx.table(both).getScanner(new Scan())) {
                    assertThat(rows.next().getNoVersionMap().keySet())
                        .containsExactly(TestTables.F);
                  }
                }));
  }

  private static Get column(byte[] qualifier) {
    return Rows.get("a").addColumn(TestTables.F, qualifier);
  }

  /** Creates a table on which a user may do everything except read that family. */
  private TableName withoutReadOf(String hidden, String user) throws Exception {
    TableName name = TestTables.create(hbase.superuser(), "m");
    hbase.grant(user, name, null, "WC");
    for (String family : List.of("_lock", "f", "g")) {
      hbase.grant(user, name, family, family.equals(hidden) ? "W" : "RW");
    }
    hbase.awaitGrants(name);
    return name;
  }

  /** Calls that depend on the value of row a, which exists but is hidden. */
  private static Map<String, TransactionAction<IOException>> decisions(TableName name) {
    byte[] row = Rows.bytes("a");
    Increment blind = new Increment(row).addColumn(TestTables.F, Rows.V, 1).setReturnResults(false);
    Append append = new Append(row).addColumn(TestTables.F, Rows.V, row).setReturnResults(false);
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    CheckAndMutate ifMissing = check.ifNotExists(TestTables.F, Rows.V).build(Rows.put("a", 1));
    CheckAndMutate ifMatching =
        CheckAndMutate.newBuilder(row)
            .ifMatches(
                new SkipFilter(new FamilyFilter(NOT_EQUAL, new BinaryComparator(TestTables.F))))
            .build(Rows.put("a", 1));
    Map<String, TransactionAction<IOException>> decisions = new LinkedHashMap<>();
    decisions.put("increment", tx -> tx.table(name).increment(blind));
    decisions.put(
        "increment with its result",
        tx -> tx.table(name).increment(new Increment(row).addColumn(TestTables.F, Rows.V, 1)));
    decisions.put("append", tx -> tx.table(name).append(append));
    decisions.put(
        "mutations of a row", tx -> tx.table(name).mutateRow(RowMutations.of(List.of(blind))));
    decisions.put("condition on a missing column", tx -> tx.table(name).checkAndMutate(ifMissing));
    decisions.put("condition by a filter", tx -> tx.table(name).checkAndMutate(ifMatching));
    decisions.put("get", tx -> tx.table(name).get(Rows.get("a").addColumn(TestTables.F, Rows.V)));
    decisions.put("exists", tx -> tx.table(name).exists(Rows.get("a").addFamily(TestTables.F)));
    decisions.put("scan", tx -> Rows.keys(tx.table(name), new Scan().addFamily(TestTables.F)));
    return decisions;
  }

  /** Rows would look as if they had no data, and tables as if they were older. */
  @Test
  void toolsRefuseDecisionByUnreadableCells() throws Exception {
    TableName rows = withoutReadOf("f", "sweeper");
    try (TransactionManager owner = TransactionManager.create(hbase.superuser())) {
      owner.run(tx -> tx.table(rows).put(Rows.put("living", 5)));
    }
    leaveNonsense(rows);
    List<String> before = RawCells.of(hbase.superuser(), rows);
    String file = freshFile();
    as("sweeper", () -> command("vacuum", "mark", rows.getNameAsString(), file));
    VacuumFiles.age(Path.of(file));

    for (List<String> command :
        List.of(
            List.of("vacuum", "sweep", file),
            List.of("discard", rows.getNameAsString(), "nonsense", "--yes"),
            List.of("enable", rows.getNameAsString(), "--scan"))) {
      assertThatThrownBy(() -> as("sweeper", () -> command(command.toArray(String[]::new))))
          .as("%s", command)
          .hasMessageContaining("may not read the column family 'f'")
          .hasMessageContaining("permission R");
    }
    assertThat(RawCells.of(hbase.superuser(), rows)).isEqualTo(before);
  }

  /** A grant counts for a minute, on the manager's own clock. */
  @Test
  void revokedPermissionAppliesAfterMinute() throws Exception {
    TableName fading = readableBy("fading");
    LaterClock clock = new LaterClock();
    try (TransactionManager reader = hbase.as(hbase.user("fading"), () -> open(clock))) {
      assertThat(readOne(reader, fading)).isNull();
      hbase.revoke("fading", fading, "_lock", "R");
      assertThat(readOne(reader, fading)).isNull();
      Await.until(
          "the reader fails",
          Duration.ofSeconds(30),
          () -> {
            clock.passes(Duration.ofMinutes(2));
            return isRefused(reader, fading);
          });
      assertThatThrownBy(() -> readOne(reader, fading))
          .isInstanceOf(NotCommittedException.class)
          .hasMessageContaining("'fading' may not read the lock family '_lock'");
    }
  }

  /** A manager that has been idle must not rely on an old answer. */
  @Test
  void firstReadAfterPauseWaitsForThePermission() throws Exception {
    TableName fading = readableBy("idle");
    LaterClock clock = new LaterClock();
    try (TransactionManager reader = hbase.as(hbase.user("idle"), () -> open(clock))) {
      assertThat(readOne(reader, fading)).isNull();
      hbase.revoke("idle", fading, "_lock", "R");
      Permission lock =
          Permission.newBuilder(fading)
              .withFamily(LockColumn.family())
              .withActions(Permission.Action.READ)
              .build();
      try (Admin admin = hbase.superuser().getAdmin()) {
        Await.until(
            "the master knows",
            Duration.ofSeconds(30),
            () -> !admin.hasUserPermissions("idle", List.of(lock)).get(0));
      }
      clock.passes(Duration.ofMinutes(3));
      assertThat(isRefused(reader, fading)).isTrue();
    }
  }

  private TableName readableBy(String user) throws Exception {
    TableName table = TestTables.create(hbase.superuser(), "m");
    hbase.grant(user, table, "f", "R");
    hbase.grant(user, table, "_lock", "R");
    hbase.awaitGrants(table);
    return table;
  }

  private TransactionManager open(Clock clock) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      return TestManagers.withClock(connection, clock);
    }
  }

  private static boolean isRefused(TransactionManager reader, TableName name) throws IOException {
    try {
      String unused = readOne(reader, name);
      return false;
    } catch (NotCommittedException refused) {
      return true;
    }
  }

  private static String readOne(TransactionManager reader, TableName name) throws IOException {
    return reader.call(tx -> Rows.text(tx.table(name), "a"));
  }

  /** A clock that is ahead. */
  private static final class LaterClock implements Clock {
    private final AtomicLong laterNanos = new AtomicLong();

    void passes(Duration time) {
      laterNanos.addAndGet(time.toNanos());
    }

    @Override
    public long currentMillis() {
      return System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(laterNanos.get());
    }

    @Override
    public long monotonicNanos() {
      return System.nanoTime() + laterNanos.get();
    }
  }

  /** The user of the connection, not of the process, whose user may do everything. */
  @Test
  void managerActsAsUserOfItsConnection() throws Exception {
    TableName closed = TestTables.create(hbase.superuser(), "m");
    hbase.grant("connected", closed, "f", "R");
    hbase.awaitGrants(closed);
    try (AsyncConnection theirs =
            Crew.get(
                ConnectionFactory.createAsyncConnection(configuration, hbase.user("connected")));
        TransactionManager reader = TransactionManager.create(theirs)) {
      assertThatThrownBy(() -> readOne(reader, closed))
          .isInstanceOf(NotCommittedException.class)
          .hasMessageContaining("'connected' may not read the lock family '_lock'")
          .hasMessageContaining("grant 'connected', 'R'");
    }
  }

  /** All other tests use TLS, if this HBase supports it. */
  @Test
  void serversRefusePlainText() throws Exception {
    Configuration plain = new Configuration(configuration);
    plain.set("hbase.client.netty.tls.enabled", "false");
    plain.set("hbase.client.retries.number", "1");
    plain.set("hbase.rpc.timeout", "2000");
    try (Connection connection = ConnectionFactory.createConnection(plain);
        Table accounts = connection.getTable(table)) {
      if (VersionInfo.compareVersion(VersionInfo.getVersion(), "2.6.0") < 0) {
        assertThat(accounts.get(Rows.get("unwritten")).isEmpty()).isTrue();
      } else {
        assertThatThrownBy(() -> accounts.get(Rows.get("a"))).isInstanceOf(IOException.class);
      }
    }
  }
}
