package io.rowlock.it.recovery;

import static io.rowlock.it.kit.faults.WireCall.writing;
import static io.rowlock.it.recovery.Stage.LONG;
import static io.rowlock.it.recovery.Stage.SHORT;
import static io.rowlock.it.recovery.Stage.awaitFault;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.FaultyClient.Outcome;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.VacuumFiles;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.it.kit.faults.WireCall.Kind;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import io.rowlock.operations.VacuumReport;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.Durability;
import org.apache.hbase.thirdparty.com.google.common.io.MoreFiles;
import org.apache.hbase.thirdparty.com.google.common.io.RecursiveDeleteOption;

/**
 * One interleaving for each mistake of section 11 of the protocol, run on real HBase. Each passes
 * with the unchanged library and fails with the mistake; {@link MistakesIT} runs both.
 */
final class Interleavings {

  private Interleavings() {}

  /** Runs the interleaving with this name. */
  static void play(Connection connection, TableName table, String interleaving) throws Throwable {
    try (Stage stage = new Stage(connection, table)) {
      Interleavings.class.getDeclaredMethod(interleaving, Stage.class).invoke(null, stage);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  /** Writes "new" to a and z without reading them, and pauses at the commit point. */
  private static Future<Outcome> pauseAtCommitPoint(Stage stage, FaultyClient client)
      throws Exception {
    client.network().when(writing(LockWrite.COMMIT_POINT), Fault.PAUSE);
    Future<Outcome> paused = stage.start(client, tx -> stage.putAll(tx, "new", "a", "z"));
    awaitFault(client, Fault.PAUSE);
    return paused;
  }

  /** Mistakes 1 and 9: a slow owner resumes after its transaction was rolled back. */
  static void ownerResumesAfterItsRollback(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    stage.put(owner, "old", "a", "z");
    owner.network().when(writing(LockWrite.PREWRITE), Fault.REPEAT_LATE);
    Future<Outcome> paused = pauseAtCommitPoint(stage, owner);
    stage.settle(stage.client(SHORT), "a", "z");
    assertThat(owner.network().deliverLate()).as("prewrites repeated").isEqualTo(1);
    Outcome outcome = Stage.resume(owner, paused);
    stage.assertAllOrNothing(outcome, "old", "new", "a", "z");
  }

  /** Mistake 2: the next writer writes the primary while a secondary is still prewritten. */
  static void writerOverwritesCommittedPrimary(Stage stage) throws Exception {
    FaultyClient dead = stage.client(LONG);
    FaultyClient next = stage.client(LONG);
    stage.put(dead, "old", "a", "z");
    dead.network().when(writing(LockWrite.SETTLING), Fault.STOP_BEFORE);
    assertThat(dead.attempt(tx -> stage.putAll(tx, "new", "a", "z"))).isEqualTo(Outcome.COMMITTED);
    awaitFault(dead, Fault.STOP_BEFORE);
    String primary = stage.committedPrimary();
    stage.put(next, "newer", primary);
    String secondary = primary.equals("a") ? "z" : "a";
    assertThat(Rows.text(stage.raw(), secondary)).isEqualTo("new");
  }

  /** Mistake 2, second half: a server that has lost the region reports the roll-forward as done. */
  static void staleServerRefusesRollForward(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    stage.put(owner, "old", "a", "z");
    owner.network().when(writing(LockWrite.SETTLING), Fault.REFUSE_AS_STALE);
    stage.put(owner, "new", "a", "z");
    awaitFault(owner, Fault.REFUSE_AS_STALE);
    stage.assertAllOrNothing(Outcome.COMMITTED, "old", "new", "a", "z");
  }

  /** Mistake 3: each of two transactions reads the row that the other one is about to write. */
  static void undecidedTransactionHoldsReadRow(Stage stage) throws Exception {
    FaultyClient first = stage.client(LONG);
    FaultyClient second = stage.client(LONG);
    stage.put(first, "on call", "a", "z");
    try (Transaction later = second.begin()) {
      assertOnCall(stage, later);
      stage.putAll(later, "off", "z");
      first.network().when(writing(LockWrite.toRow("a").and(LockWrite.SETTLING)), Fault.PAUSE);
      Future<Outcome> paused =
          stage.start(
              first,
              tx -> {
                assertOnCall(stage, tx);
                stage.putAll(tx, "off", "a");
              });
      awaitFault(first, Fault.PAUSE);
      Outcome ofLater = FaultyClient.outcomeOf(later::commit);
      Outcome ofFirst = Stage.resume(first, paused);
      assertThat(List.of(ofFirst, ofLater))
          .as("one doctor stays on call")
          .contains(Outcome.NOT_COMMITTED);
    }
  }

  private static void assertOnCall(Stage stage, Transaction tx) throws IOException {
    assertThat(Rows.text(stage.in(tx), "a")).isEqualTo("on call");
    assertThat(Rows.text(stage.in(tx), "z")).isEqualTo("on call");
  }

  /** Mistake 4: a single row is read after its transaction has committed and returned. */
  static void staleServerShowsUndecidedPrimary(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    FaultyClient reader = stage.client(LONG);
    stage.put(owner, "old", "a", "z");
    Future<Outcome> paused = pauseAtCommitPoint(stage, owner);
    String secondary = onlyLocked(stage);
    String primary = secondary.equals("a") ? "z" : "a";
    var unused = stage.read(reader, secondary);
    owner.network().when(writing(LockWrite.SETTLING), Fault.STOP_BEFORE);
    owner.network().resume();
    assertThat(paused.get()).isEqualTo(Outcome.COMMITTED);
    awaitFault(owner, Fault.STOP_BEFORE);
    reader.network().when(call -> call.isGetOf(primary), Fault.ANSWER_AS_STALE);
    assertThat(stage.read(reader, secondary)).as("read after the commit").hasValue("new");
    awaitFault(reader, Fault.ANSWER_AS_STALE);
  }

  /**
   * Returns the only locked row of a transaction before its commit point, whose primary has no lock
   * yet.
   */
  private static String onlyLocked(Stage stage) throws IOException {
    var locked = Locks.unsettled(stage.connection(), stage.table());
    assertThat(locked).hasSize(1);
    return locked.keySet().iterator().next();
  }

  /**
   * Mistake 5: a reader sees an older lock of the primary than the one that the secondary expects.
   */
  static void staleServerShowsEarlierPrimary(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    FaultyClient reader = stage.client(LONG);
    stage.put(owner, "oldest", "a", "z");
    Future<Outcome> first = pauseAtCommitPoint(stage, owner);
    String secondary = onlyLocked(stage);
    String primary = secondary.equals("a") ? "z" : "a";
    assertThat(stage.read(reader, secondary)).as("undecided").isEmpty();
    assertThat(Stage.resume(owner, first)).isEqualTo(Outcome.COMMITTED);
    stage.put(owner, "old", "a", "z");
    Future<Outcome> second = pauseAtCommitPoint(stage, owner);
    assertThat(onlyLocked(stage)).isEqualTo(secondary);
    reader.network().when(call -> call.isGetOf(primary), Fault.ANSWER_AS_STALE);
    var unused = stage.read(reader, secondary);
    awaitFault(reader, Fault.ANSWER_AS_STALE);
    Outcome outcome = Stage.resume(owner, second);
    assertThat(outcome).as("no client may roll it back").isEqualTo(Outcome.COMMITTED);
    stage.assertAllOrNothing(outcome, "old", "new", "a", "z");
  }

  /**
   * Mistake 6: another transaction writes a row that the owner only read, before the owner's
   * primary has a lock.
   */
  static void writerChangesReadRowBeforeCommitPoint(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    FaultyClient other = stage.client(LONG);
    stage.put(owner, "on call", "a", "m");
    owner.network().when(writing(LockWrite.toRow("a").and(LockWrite.SETTLING)), Fault.PAUSE);
    Future<Outcome> paused = stage.start(owner, tx -> takeOffCall(stage, tx, "m", "a"));
    awaitFault(owner, Fault.PAUSE);
    Outcome ofOther = other.attempt(tx -> takeOffCall(stage, tx, "a", "m"));
    assertThat(List.of(ofOther, Stage.resume(owner, paused)))
        .as("one doctor stays on call")
        .contains(Outcome.NOT_COMMITTED);
  }

  private static void takeOffCall(Stage stage, Transaction tx, String other, String own)
      throws IOException {
    assertThat(Rows.text(stage.in(tx), other)).isEqualTo("on call");
    stage.putAll(tx, "off", own);
  }

  /** Mistake 8: the commit point is delivered twice, and the client receives the second answer. */
  static void networkDeliversCommitPointTwice(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    stage.put(owner, "old", "a");
    owner.network().when(writing(LockWrite.SETTLING), Fault.DELIVER_TWICE);
    Outcome outcome =
        owner.attempt(
            tx -> {
              assertThat(Rows.text(stage.in(tx), "a")).isEqualTo("old");
              stage.putAll(tx, "new", "a");
            });
    awaitFault(owner, Fault.DELIVER_TWICE);
    stage.assertAllOrNothing(outcome, "old", "new", "a");
  }

  /** Mistake 8 as a trial of the step matrix, whose checks must also be able to fail. */
  static void stepMatrixTrial(Stage stage) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (TransactionManager survivor = TransactionManager.create(stage.connection());
        AsyncConnection onlooker =
            ConnectionFactory.createAsyncConnection(stage.connection().getConfiguration()).get()) {
      var ground =
          new Trial.Ground(stage.connection(), onlooker, stage.table(), survivor, threads, SHORT);
      Trial trial = new Trial(ground, 1, TrialShape.SINGLE_ROW);
      Trial.Report report = trial.run(Fault.DELIVER_TWICE, new Trial.Step(Kind.WRITE, 1));
      assertThat(report.struck()).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Mistake 10: two transactions each insert a row because a scan did not find it. */
  static void twoTransactionsInsertMissingRow(Stage stage) throws Exception {
    FaultyClient first = stage.client(LONG);
    FaultyClient second = stage.client(LONG);
    try (Transaction later = second.begin()) {
      assertThat(Rows.keys(stage.in(later), Rows.range("m", "n"))).isEmpty();
      stage.putAll(later, "second", "m");
      Outcome ofFirst =
          first.attempt(
              tx -> {
                assertThat(Rows.keys(stage.in(tx), Rows.range("m", "n"))).isEmpty();
                stage.putAll(tx, "first", "m");
              });
      assertThat(ofFirst).isEqualTo(Outcome.COMMITTED);
      assertThat(FaultyClient.outcomeOf(later::commit)).isEqualTo(Outcome.NOT_COMMITTED);
    }
    stage.assertAllOrNothing(Outcome.COMMITTED, "", "first", "m");
  }

  /** Mistake 11: the clock that stamped the last locks is an hour ahead of all others. */
  static void lastLocksAreFromFuture(Stage stage) throws Exception {
    FaultyClient dead = stage.client(LONG);
    stage.put(dead, "old", "a", "z");
    long future = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
    stampLockAnew(stage, "a", future);
    stampLockAnew(stage, "z", future);
    dead.network().when(writing(LockWrite.COMMIT_POINT), Fault.STOP_BEFORE);
    var unused = stage.start(dead, tx -> stage.putAll(tx, "new", "a", "z"));
    awaitFault(dead, Fault.STOP_BEFORE);
    stage.settle(stage.client(SHORT), "a", "z");
    stage.assertAllOrNothing(Outcome.NOT_COMMITTED, "old", "new", "a", "z");
    locksOfFutureLoseNoUpdate(stage, future);
  }

  /** One request writes both rows; HBase itself corrects the time only of a single row. */
  private static void locksOfFutureLoseNoUpdate(Stage stage, long future) throws Exception {
    FaultyClient rival = stage.client(SHORT);
    stage.put(rival, "old", "b", "c");
    stampLockAnew(stage, "b", future);
    stampLockAnew(stage, "c", future);
    Outcome outcome =
        stage
            .client(SHORT)
            .attempt(
                tx -> {
                  stage.in(tx).get(Rows.get("b"));
                  stage.in(tx).get(Rows.get("c"));
                  stage.put(rival, "newer", "b", "c");
                  stage.putAll(tx, "lost", "b", "c");
                });
    assertThat(outcome).isEqualTo(Outcome.NOT_COMMITTED);
  }

  private static void stampLockAnew(Stage stage, String row, long time) throws IOException {
    byte[] lock =
        stage.raw().get(Rows.get(row)).getValue(LockColumn.family(), LockColumn.qualifier());
    stage
        .raw()
        .put(
            new Put(Rows.bytes(row))
                .addColumn(LockColumn.family(), LockColumn.qualifier(), time, lock));
  }

  /** Mistake 12: a row that was never written is fenced, and the fresh fence is vacuumed. */
  static void vacuumMeetsFreshFence(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    stage.put(owner, "old", "z");
    owner.network().when(writing(LockWrite.COMMIT_POINT), Fault.PAUSE);
    Future<Outcome> paused = stage.start(owner, tx -> stage.putAll(tx, "new", "a", "z"));
    awaitFault(owner, Fault.PAUSE);
    stage.settle(stage.client(SHORT), "z");
    Path directory = Files.createTempDirectory("rowlock-vacuum");
    try (LockTools tools = RowlockOperations.create(stage.connection()).openLockTools()) {
      Path notes = directory.resolve("notes");
      assertThat(tools.markForVacuum(LockRange.of(stage.table()), notes)).isEqualTo(1);
      VacuumFiles.age(notes);
      VacuumReport unused = tools.sweep(notes, Duration.ofDays(1));
    } finally {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    }
    Outcome outcome = Stage.resume(owner, paused);
    assertThat(List.of(text(stage, "a"), text(stage, "z")))
        .as("a and z, reported: %s", outcome)
        .isIn(List.of("null", "old"), List.of("new", "new"));
  }

  private static String text(Stage stage, String row) throws IOException {
    return String.valueOf(Rows.text(stage.raw(), row));
  }

  /** Mistake 13: one of the families does not exist. */
  static void familyIsUnknown(Stage stage) throws Exception {
    FaultyClient owner = stage.client(LONG);
    stage.put(owner, "old", "a", "z");
    Outcome outcome =
        owner.attempt(
            tx -> {
              stage.putAll(tx, "new", "a");
              stage
                  .in(tx)
                  .put(Rows.put("z", "new").addColumn(Rows.bytes("unknown"), Rows.V, Rows.V));
            });
    owner.drain();
    assertThat(outcome).isEqualTo(Outcome.NOT_COMMITTED);
    assertThat(Locks.unsettled(stage.connection(), stage.table())).isEmpty();
    stage.assertAllOrNothing(outcome, "old", "new", "a", "z");
  }

  /** Mistake 13, second half: the table's own durability is too weak. */
  static void tableHasAsynchronousDurability(Stage stage) throws Exception {
    try (Admin admin = stage.connection().getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(stage.table()))
              .setDurability(org.apache.hadoop.hbase.client.Durability.ASYNC_WAL)
              .build());
    }
    FaultyClient owner = stage.client(LONG);
    Queue<Durability> asked = new ConcurrentLinkedQueue<>();
    owner.network().loggedTo(call -> call.durability().ifPresent(asked::add));
    stage.put(owner, "new", "a", "z");
    assertThat(asked).hasSize(4).containsOnly(Durability.SYNC_WAL);
  }
}
