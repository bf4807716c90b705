package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.RetryPolicy;
import io.rowlock.Savepoint;
import io.rowlock.TableFinding;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.connection.Transactions;
import io.rowlock.once.OnceCodec;
import io.rowlock.once.OnceResult;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the guides show, at work on one table that was there before. */
@ExtendWith(DocsHBase.class)
@TestInstance(Lifecycle.PER_CLASS)
class GuidesIT {

  private static final TableName DOCTORS = TableName.valueOf("doctors");
  private static final TableName IDS = TableName.valueOf("doctors_ids");
  private static final TableName COPY = TableName.valueOf("doctors_copy");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] ON_CALL = Bytes.toBytes("on-call");

  private final Connection connection;
  private TransactionManager transactions;

  GuidesIT(Connection connection) throws IOException {
    this.connection = connection;
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(DOCTORS)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    TransactionAdmin.create(connection).enable(DOCTORS);
  }

  @Test
  void actionsFollowTheCommit() throws IOException {
    List<String> messages = new ArrayList<>();
    // snippet: hooks
    transactions.run(
        tx -> {
          tx.table(DOCTORS).put(onCall("dora", false));
          tx.afterCommit(() -> messages.add("dora may leave")); // once
          tx.afterRollback(() -> messages.add("dora stays")); // after each attempt that fails
        });
    // end
    assertThat(messages).containsExactly("dora may leave");
  }

  @Test
  void enablesWhatIsThere() throws IOException {
    // snippet: enable
    TransactionAdmin admin = TransactionAdmin.create(connection);
    admin.enable(DOCTORS); // once, with its data in place; a second time does nothing
    List<TableFinding> findings = admin.verify(DOCTORS); // each with a message and the way out
    // end
    assertThat(findings).isEmpty();
  }

  @BeforeEach
  void twoDoctorsAreOnCall() throws IOException {
    transactions = TransactionManager.create(connection);
    transactions.run(
        tx -> {
          tx.table(DOCTORS).put(onCall("ann", true));
          tx.table(DOCTORS).put(onCall("ben", true));
          tx.table(DOCTORS).delete(new Delete(Bytes.toBytes("cem")));
        });
  }

  @AfterEach
  void closeManager() {
    transactions.close();
  }

  @Test
  void aPolicyForOneCall() throws IOException {
    // snippet: policy
    RetryPolicy patient = RetryPolicy.builder().maxElapsed(Duration.ofMinutes(2)).build();
    TransactionSettings audit =
        TransactionSettings.builder().name("audit").retryPolicy(patient).build();
    int doctors = transactions.call(audit, tx -> onCall(tx.table(DOCTORS)).size());
    // end
    assertThat(doctors).isEqualTo(2);
  }

  @Test
  void settingsOfAKindOfTransaction() throws IOException {
    // snippet: settings
    TransactionSettings audit =
        TransactionSettings.builder()
            .name("audit")
            .readOnly(true)
            .timeout(Duration.ofMinutes(2))
            .build();
    int doctors = transactions.call(audit, tx -> onCall(tx.table(DOCTORS)).size());
    // end
    assertThat(doctors).isEqualTo(2);
  }

  @Test
  void cancelTells() throws IOException {
    boolean surelyNot;
    // snippet: cancel
    CompletableFuture<Void> change =
        transactions.runAsync(tx -> tx.asyncTable(DOCTORS).put(onCall("ben", false)));
    if (change.cancel(true)) {
      surelyNot = true; // it is not committed, and never will be
    } else {
      surelyNot = false; // it takes effect, or has done so: the future shows
      change.join();
    }
    // end
    assertThat(onCallNow().contains("ben")).isEqualTo(surelyNot);
  }

  @Test
  void effectsOutsideComeAfterTheCommit() throws IOException {
    List<String> mailbox = new ArrayList<>();
    // snippet: effects
    String message =
        transactions.call(
            tx -> {
              tx.table(DOCTORS).put(onCall("ben", false));
              return "Ben is off call"; // what is to be done outside is decided here
            });
    mailbox.add(message); // and done here, once, when it is true
    // end
    assertThat(mailbox).hasSize(1);
    assertThat(onCallNow()).containsExactly("ann");
  }

  @Test
  void oneAttemptByHand() throws IOException {
    // snippet: hand
    try (Transaction tx = transactions.begin()) { // closing rolls back what was not committed
      tx.table(DOCTORS).put(onCall("ben", false));
      tx.commit();
    }
    // end
    assertThat(onCallNow()).containsExactly("ann");
  }

  @Test
  void codeForPlainTablesNeedsNoChange() throws IOException {
    // snippet: both
    try (Table plain = connection.getTable(DOCTORS)) {
      assertThat(onCall(plain)).containsExactly("ann", "ben"); // as before, without a transaction
    }
    transactions.run(tx -> takeOffCall(tx.table(DOCTORS), "ann")); // the same code inside of one
    // end
    assertThat(onCallNow()).containsExactly("ben");
  }

  // snippet: rules
  /** A doctor may go off call if another one stays on call. */
  static void takeOffCall(Table doctors, String name) throws IOException {
    if (onCall(doctors).size() > 1) {
      doctors.put(onCall(name, false));
    }
  }

  static List<String> onCall(Table doctors) throws IOException {
    List<String> names = new ArrayList<>();
    try (ResultScanner all = doctors.getScanner(new Scan().addColumn(FAMILY, ON_CALL))) {
      for (Result doctor : all) {
        if (Bytes.toBoolean(doctor.getValue(FAMILY, ON_CALL))) {
          names.add(Bytes.toString(doctor.getRow()));
        }
      }
    }
    return names;
  }

  static Put onCall(String name, boolean is) {
    return new Put(Bytes.toBytes(name)).addColumn(FAMILY, ON_CALL, Bytes.toBytes(is));
  }

  // end

  @Test
  void readsThatNeedNotBeCurrent() throws IOException {
    // snippet: unvalidated
    transactions.run(
        tx -> {
          int shown = onCall(tx.unvalidated().table(DOCTORS)).size(); // may be stale at the commit
          tx.table(DOCTORS).put(onCall("cem", shown < 5));
        });
    // end
    assertThat(onCallNow()).containsExactly("ann", "ben", "cem");
  }

  @Test
  void savepoints() throws IOException {
    // snippet: savepoint
    transactions.run(
        tx -> {
          tx.table(DOCTORS).put(onCall("cem", true));
          Savepoint savepoint = tx.savepoint();
          takeOffCall(tx.table(DOCTORS), "ann");
          takeOffCall(tx.table(DOCTORS), "ben");
          if (onCall(tx.table(DOCTORS)).size() < 2) {
            tx.rollbackTo(savepoint); // ann and ben stay, and cem is still added
          }
        });
    // end
    assertThat(onCallNow()).containsExactly("ann", "ben", "cem");
  }

  @Test
  void takesEffectOnce() throws IOException {
    // snippet: once
    OnceTable.create(connection, IDS); // once; a second time does nothing
    OnceTable<String> once = OnceTable.on(transactions, IDS).with(OnceCodec.TEXT);
    OnceResult<String> result =
        once.call(
            "message-4711",
            tx -> {
              takeOffCall(tx.table(DOCTORS), "ann");
              return "ann";
            });
    // end
    assertThat(result.isRepeated()).isFalse();
    assertThat(once.call("message-4711", tx -> "again").value()).isEqualTo("ann");
    assertThat(onCallNow()).containsExactly("ben");
  }

  @Test
  void unchangedApplication() throws IOException {
    // snippet: unchanged
    Configuration configuration = new Configuration(this.connection.getConfiguration());
    configuration.set("hbase.client.connection.impl", "io.rowlock.connection.RowlockConnection");
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      Transactions.on(connection).run(() -> legacyCode(connection));
    }
    // end
    assertThat(onCallNow()).containsExactly("ben");
  }

  private static void legacyCode(Connection connection) throws IOException {
    try (Table doctors = connection.getTable(DOCTORS)) {
      takeOffCall(doctors, "ann");
    }
    try (Table doctors = connection.getTable(DOCTORS)) {
      takeOffCall(doctors, "ben"); // the last one stays
    }
  }

  @Test
  void lostUpdate() throws IOException {
    // snippet: update
    try (Transaction first = transactions.begin();
        Transaction second = transactions.begin()) {
      for (Transaction tx : List.of(first, second)) { // both have seen that Ben is on call
        Result ben = tx.table(DOCTORS).get(new Get(Bytes.toBytes("ben")));
        tx.table(DOCTORS).put(onCall("ben", !Bytes.toBoolean(ben.getValue(FAMILY, ON_CALL))));
      }
      first.commit();
      assertThatThrownBy(second::commit).isInstanceOf(ConflictException.class);
    }
    // end
    assertThat(onCallNow()).containsExactly("ann");
  }

  @Test
  void writeSkew() throws IOException {
    // snippet: skew
    try (Transaction first = transactions.begin();
        Transaction second = transactions.begin()) {
      takeOffCall(first.table(DOCTORS), "ann"); // each has seen two doctors,
      takeOffCall(second.table(DOCTORS), "ben"); // and takes another one away
      first.commit();
      assertThatThrownBy(second::commit).isInstanceOf(ConflictException.class);
    }
    // end
    assertThat(onCallNow()).containsExactly("ben");
  }

  @Test
  void phantom() throws IOException {
    // snippet: phantom
    try (Transaction tx = transactions.begin()) {
      int doctors = onCall(tx.table(DOCTORS)).size();
      transactions.run(other -> other.table(DOCTORS).put(onCall("cem", true))); // a row more
      tx.table(DOCTORS).put(onCall("ann", doctors < 3));
      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    }
    // end
    assertThat(onCallNow()).containsExactly("ann", "ben", "cem");
  }

  @Test
  void conditionsWork() throws IOException {
    // snippet: condition
    CheckAndMutate unlessOffCall =
        CheckAndMutate.newBuilder(Bytes.toBytes("ann"))
            .ifMatches(FAMILY, ON_CALL, CompareOperator.EQUAL, Bytes.toBytes(true))
            .build(onCall("ann", false));
    boolean done =
        transactions.call(tx -> tx.table(DOCTORS).checkAndMutate(unlessOffCall).isSuccess());
    // end
    assertThat(done).isTrue();
    assertThat(onCallNow()).containsExactly("ben");
  }

  @Test
  void pagesOfAWideRow() throws IOException {
    byte[] row = Bytes.toBytes("patients");
    Put wide = new Put(row);
    for (int number = 1000; number < 1250; number++) {
      wide.addColumn(FAMILY, Bytes.toBytes("p" + number), Bytes.toBytes(number));
    }
    transactions.run(tx -> tx.table(DOCTORS).put(wide));
    List<Integer> pages = transactions.call(tx -> pageThrough(tx.table(DOCTORS), row));
    transactions.run(tx -> tx.table(DOCTORS).delete(new Delete(row)));
    assertThat(pages).containsExactly(100, 100, 50);
  }

  // snippet: page
  /** Reads a row a hundred columns at a time; here it only counts them. */
  static List<Integer> pageThrough(Table table, byte[] row) throws IOException {
    List<Integer> sizes = new ArrayList<>();
    byte[] last = {}; // the last column of the page before; none is before the first
    while (true) {
      Get page =
          new Get(row)
              .addFamily(FAMILY)
              .setFilter(new ColumnRangeFilter(last, false, null, false))
              .setMaxResultsPerColumnFamily(100);
      Result columns = table.get(page);
      if (columns.isEmpty()) {
        return sizes;
      }
      sizes.add(columns.size());
      last = CellUtil.cloneQualifier(columns.rawCells()[columns.size() - 1]);
    }
  }

  // end

  @Test
  void snapshotAtRest() throws IOException {
    transactions.close();
    try (Admin admin = connection.getAdmin()) {
      // snippet: snapshot
      admin.snapshot("doctors-before", DOCTORS); // nothing is under way, and no lock is left
      // end
      admin.cloneSnapshot("doctors-before", COPY);
      transactions = TransactionManager.create(connection);
      transactions.run(tx -> takeOffCall(tx.table(COPY), "ann"));
      transactions.run(tx -> takeOffCall(tx.table(DOCTORS), "ben"));
      transactions.close();
      // snippet: restore
      admin.disableTable(DOCTORS); // all clients have ended
      admin.restoreSnapshot("doctors-before");
      admin.enableTable(DOCTORS);
      // end
    }
    transactions = TransactionManager.create(connection);
    assertThat(onCallNow()).containsExactly("ann", "ben");
    transactions.run(tx -> takeOffCall(tx.table(DOCTORS), "ann"));
    assertThat(onCallNow()).containsExactly("ben");
    assertThat(transactions.<List<String>, IOException>call(tx -> onCall(tx.table(COPY))))
        .containsExactly("ben");
  }

  private List<String> onCallNow() throws IOException {
    transactions.drain();
    try (Table plain = connection.getTable(DOCTORS)) {
      return onCall(plain);
    }
  }
}
