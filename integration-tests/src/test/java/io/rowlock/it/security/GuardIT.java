package io.rowlock.it.security;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.RawCells;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.GetUserPermissionsRequest;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What plain clients can do where permissions guard the locks, and the command that sets them. */
@Tag("verify-all")
@TestInstance(Lifecycle.PER_CLASS)
class GuardIT {

  @TempDir private static Path directory;

  private SecureHBase hbase;
  private Configuration configuration;
  private TableName table;

  @BeforeAll
  void start() throws Exception {
    hbase = SecureHBase.start(directory);
    configuration = hbase.configuration();
    configuration.set("rowlock.lease", "500");
  }

  @AfterAll
  void stop() throws IOException {
    hbase.close();
  }

  /** Row z contains a committed write that is not applied, row a the proof; row d is deleted. */
  @BeforeEach
  void leaveLocks() throws Exception {
    table = TestTables.create(hbase.superuser(), "m");
    TestTables.awaitFloor(hbase.superuser(), table);
    try (TransactionManager owner = TransactionManager.create(hbase.superuser())) {
      owner.run(
          tx -> {
            for (String row : List.of("a", "d", "z")) {
              tx.table(table).put(Rows.put(row, "old"));
            }
          });
      owner.run(tx -> tx.table(table).delete(Rows.delete("d")));
      owner.drain();
    }
    DeadClient.leaveLocks(
        configuration,
        LockWrite.SETTLING,
        tx -> {
          tx.table(table).put(Rows.put("a", "new"));
          tx.table(table).put(Rows.put("z", "new"));
        });
    assertThat(Locks.unsettled(hbase.superuser(), table)).containsOnlyKeys("a", "z");
  }

  /** A request to a table. */
  @FunctionalInterface
  private interface Call {
    void to(Table table) throws Exception;
  }

  private void as(String user, Call call) throws Exception {
    hbase.as(
        hbase.user(user),
        () -> {
          try (Connection connection = ConnectionFactory.createConnection(configuration);
              Table plain = connection.getTable(table)) {
            call.to(plain);
            return null;
          }
        });
  }

  private CommandRun guard(String... options) throws Exception {
    String[] arguments = new String[options.length + 3];
    arguments[0] = "guard";
    arguments[1] = table.getNameAsString();
    arguments[2] = "--json";
    System.arraycopy(options, 0, arguments, 3, options.length);
    return CommandRun.of(configuration, arguments);
  }

  private static List<String> texts(CommandRun run, String kind, String field) {
    return run.json().stream()
        .filter(json -> json.get("kind").getAsString().equals(kind))
        .map(json -> json.get(field).getAsString())
        .toList();
  }

  /** Returns the grants of a user, in the order of HBase. */
  private List<UserPermission> grants(String user) throws IOException {
    try (Admin admin = hbase.superuser().getAdmin()) {
      return admin.getUserPermissions(GetUserPermissionsRequest.newBuilder(table).build()).stream()
          .filter(granted -> granted.getUser().equals(user))
          .toList();
    }
  }

  /** Waits until the region servers know that the user may no longer write the locks. */
  private void awaitGuard(String user) throws Exception {
    Await.until("guard", Duration.ofSeconds(30), () -> isRefused(user, Rows.delete("nothing")));
  }

  private boolean isRefused(String user, Delete delete) throws Exception {
    try {
      as(user, plain -> plain.delete(delete));
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  /** Every plain request that would write to the family of the locks. */
  private Map<String, Call> attacks() throws IOException {
    Map<String, Call> attacks = new LinkedHashMap<>();
    for (String row : List.of("a", "z")) {
      Delete delete = Rows.delete(row);
      byte[] key = Rows.bytes(row);
      attacks.put("delete " + row, plain -> plain.delete(delete));
      attacks.put(
          "deletes with " + row, plain -> plain.delete(new ArrayList<>(List.of(Rows.delete(row)))));
      attacks.put(
          "mutations with a delete of " + row,
          plain -> {
            var unused =
                plain.mutateRow(RowMutations.of(List.of(Rows.put(row, "x"), Rows.delete(row))));
          });
      attacks.put(
          "conditional delete of " + row,
          plain -> {
            var unused =
                plain.checkAndMutate(
                    CheckAndMutate.newBuilder(key).ifNotExists(F, key).build(Rows.delete(row)));
          });
      attacks.put(
          "delete of the lock of " + row,
          plain -> plain.delete(Rows.delete(row).addFamily(LockColumn.family())));
      attacks.put(
          "put to the lock of " + row,
          plain ->
              plain.put(new Put(key).addColumn(LockColumn.family(), LockColumn.qualifier(), key)));
    }
    return attacks;
  }

  @Test
  void guardedUserCannotDeleteLocks() throws Exception {
    hbase.grant("etl", table, null, "RW");
    hbase.awaitGrants(table);
    CommandRun guard = guard("--plain", "etl");
    assertThat(guard.status()).as(guard.err()).isZero();
    awaitGuard("etl");
    List<String> before = RawCells.of(hbase.superuser(), table);

    for (Map.Entry<String, Call> attack : attacks().entrySet()) {
      assertThatThrownBy(() -> as("etl", attack.getValue()))
          .as(attack.getKey())
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("AccessDeniedException");
      assertThat(RawCells.of(hbase.superuser(), table)).as(attack.getKey()).isEqualTo(before);
    }
    assertThat(CommandRun.of(configuration, "resolve", table.getNameAsString()).status()).isZero();
    try (Table plain = hbase.superuser().getTable(table)) {
      assertThat(Rows.text(plain, "z")).isEqualTo("new");
    }
  }

  @Test
  void guardedUserStillReadsAndWritesData() throws Exception {
    hbase.grant("loader", table, null, "RW");
    hbase.awaitGrants(table);
    assertThat(guard("--plain", "loader").status()).isZero();
    awaitGuard("loader");

    as(
        "loader",
        plain -> {
          plain.put(Rows.put("b", "plain").addColumn(G, Rows.N, Bytes.toBytes(1L)));
          plain.delete(Rows.delete("b").addFamily(F));
          assertThat(plain.get(Rows.get("b")).containsColumn(G, Rows.N)).isTrue();
          assertThat(Rows.text(plain, "a")).isEqualTo("new");
        });
  }

  @Test
  void userWithWriteOnTableDeletesLocks() throws Exception {
    hbase.grant("careless", table, null, "W");
    hbase.awaitGrants(table);

    as("careless", plain -> plain.delete(Rows.delete("a")));

    assertThat(Locks.all(hbase.superuser(), table)).doesNotContainKey("a");
  }

  @Test
  void readerOfDataMeetsNoLocks() throws Exception {
    hbase.grant("counter", table, "f", "R");
    hbase.grant("counter", table, "g", "R");
    hbase.awaitGrants(table);

    as(
        "counter",
        plain -> {
          // A server learns the grants of a table one after the other.
          Await.until("grants", Duration.ofSeconds(30), () -> isReadable(plain, "d", "z"));
          assertThatThrownBy(() -> plain.exists(Rows.get("d")))
              .isInstanceOf(AccessDeniedException.class);
          assertThat(Rows.keys(plain, new Scan())).containsExactly("a", "z");
          assertThat(plain.exists(Rows.get("d").addFamily(F).addFamily(G))).isFalse();
        });
  }

  private static boolean isReadable(Table table, String... rows) {
    try {
      for (String row : rows) {
        var unused = table.get(List.of(Rows.get(row).addFamily(F), Rows.get(row).addFamily(G)));
      }
      return true;
    } catch (IOException denied) {
      return false;
    }
  }

  @Test
  void dryRunChangesNothingAndUndoRestoresGrants() throws Exception {
    hbase.grant("mixed", table, null, "RWX");
    hbase.grant("mixed", table, "f", "R");
    hbase.grant("mixed", table, "_lock", "W");
    List<UserPermission> before = grants("mixed");

    CommandRun plan = guard("--plain", "mixed", "--dry-run");
    assertThat(grants("mixed")).containsExactlyInAnyOrderElementsOf(before);
    CommandRun guard = guard("--plain", "mixed");
    assertThat(guard.out()).isEqualTo(plan.out());
    assertThat(guard.status()).as(guard.err()).isZero();
    String name = "'" + table + "'";
    assertThat(texts(guard, "CHANGE", "command"))
        .containsExactlyInAnyOrder(
            "grant 'mixed', 'RW', " + name + ", 'f'",
            "grant 'mixed', 'W', " + name + ", 'g'",
            "revoke 'mixed', " + name + "; grant 'mixed', 'RX', " + name,
            "revoke 'mixed', " + name + ", '_lock'");
    assertThat(texts(guard("--plain", "mixed"), "CHANGE", "user")).isEmpty();

    for (String undo : texts(guard, "CHANGE", "undo")) {
      for (String command : Splitter.on("; ").split(undo)) {
        runInShell(command);
      }
    }
    assertThat(grants("mixed")).containsExactlyInAnyOrderElementsOf(before);
  }

  /** Does what HBase's shell does with its commands grant and revoke. */
  private void runInShell(String command) throws IOException {
    List<String> words = Splitter.onPattern("[ ',]+").omitEmptyStrings().splitToList(command);
    boolean grants = words.get(0).equals("grant");
    int place = grants ? 3 : 2;
    Permission.Builder permission = Permission.newBuilder(TableName.valueOf(words.get(place)));
    if (words.size() > place + 1) {
      permission.withFamily(Bytes.toBytes(words.get(place + 1)));
    }
    permission.withActionCodes(Bytes.toBytes(grants ? words.get(2) : ""));
    UserPermission changed = new UserPermission(words.get(1), permission.build());
    try (Admin admin = hbase.superuser().getAdmin()) {
      if (grants) {
        admin.grant(changed, true);
      } else {
        admin.revoke(changed);
      }
    }
  }

  /** The table's permissions cannot take what a grant for the whole cluster gives. */
  @Test
  void reportsUsersThatOtherGrantsAllowToWriteLocks() throws Exception {
    try (Admin admin = hbase.superuser().getAdmin()) {
      Permission everywhere = Permission.newBuilder().withActions(Permission.Action.WRITE).build();
      admin.grant(new UserPermission("everywhere", everywhere), true);
    }
    hbase.grant("application", table, null, "RWC");

    CommandRun guard = guard("--plain", "everywhere,nobody");

    assertThat(guard.status()).isEqualTo(3);
    assertThat(texts(guard, "UNGUARDED", "user")).containsExactly("everywhere");
    assertThat(texts(guard, "WRITER", "user")).contains("application");
    assertThat(guard().status()).as("without --plain it only lists").isZero();
    assertThat(texts(guard(), "WRITER", "user")).contains("application");
  }

  @Test
  void listAndDoctorShowWritersAndMissingPermissions() throws Exception {
    hbase.grant("till", table, null, "RW");
    hbase.grant("owner", table, null, "C");
    hbase.awaitGrants(table);
    String name = table.getNameAsString();

    CommandRun list = CommandRun.of(configuration, "list");
    assertThat(list.status()).as(list.err()).isZero();
    assertThat(list.out()).contains("ENABLED " + name).containsPattern("writers of locks: .*till");
    CommandRun doctor =
        hbase.as(hbase.user("owner"), () -> CommandRun.of(configuration, "doctor", name));
    assertThat(doctor.status()).isEqualTo(3);
    assertThat(doctor.out())
        .contains(
            "without R on '_lock', W on '_lock', R on 'f', W on 'f', R on 'g', W on 'g'",
            "way out: grant 'owner', 'RW', '" + name + "'");
  }

  @Test
  void resolveAllSettlesEveryTable() throws Exception {
    TableName first = table;
    leaveLocks();

    CommandRun resolve = CommandRun.of(configuration, "resolve", "--all", "--wait", "--json");

    assertThat(resolve.status()).as(resolve.err()).isZero();
    assertThat(resolve.json())
        .extracting(json -> json.get("table").getAsString())
        .contains(first.getNameAsString(), table.getNameAsString());
    Locks.assertAllSettled(hbase.superuser(), first, table);
    assertThat(CommandRun.of(configuration, "resolve", "--all", "--wait").err())
        .contains("There was nothing to settle");
  }

  @Test
  void resolveAllNamesDisabledTables() throws Exception {
    try (Admin admin = hbase.superuser().getAdmin()) {
      admin.disableTable(table);
      CommandRun resolve = CommandRun.of(configuration, "resolve", "--all");
      admin.enableTable(table);

      assertThat(resolve.status()).isEqualTo(3);
      assertThat(resolve.err()).contains("Left out table '" + table + "': it is disabled");
    }
  }
}
