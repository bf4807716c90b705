package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class TableCatalogTest {

  private static final TableName OTHER = TableName.valueOf("other");
  private static final Duration REFRESH = Duration.ofSeconds(30);
  private static final Duration WAIT = Duration.ofMinutes(1);
  private static final Duration BOUND = Duration.ofMinutes(10);

  private final VirtualTime time = new VirtualTime();
  private final DescribingStore store = new DescribingStore();
  private final TableCatalog catalog = new TableCatalog(store, time, FactsAge.DEFAULT);

  @Test
  void factsAreRefreshedInTheBackgroundFromHalfAMinuteOn() {
    answer(facts("_lock", "f"));
    TableFacts facts = catalog.facts(TABLE).join();
    time.advance(REFRESH.minusNanos(1));
    assertThat(catalog.facts(TABLE).join()).isSameAs(facts);
    assertThat(store.requested).containsExactly(TABLE);

    time.advance(Duration.ofNanos(1));
    answer(facts("_lock", "f", "g"));
    assertThat(catalog.facts(TABLE).join()).as("no caller waits for the request").isSameAs(facts);
    assertThat(catalog.facts(TABLE).join().families()).hasSize(3);
    assertThat(store.requested).containsExactly(TABLE, TABLE);
  }

  /** A client was idle for hours: it made no request meanwhile. */
  @Test
  void factsOlderThanAMinuteAreNotUsedWhileTheMasterAnswers() {
    answer(facts("_lock", "f"));
    catalog.facts(TABLE).join();
    time.advance(Duration.ofHours(3));
    CompletableFuture<TableFacts> late = new CompletableFuture<>();
    store.answers.put(TABLE, late);

    CompletableFuture<TableFacts> first = catalog.facts(TABLE);
    CompletableFuture<TableFacts> second = catalog.facts(TABLE);
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    late.complete(facts("_lock", "f", "g"));

    assertThat(first.join().families()).hasSize(3);
    assertThat(second.join().families()).hasSize(3);
    assertThat(store.requested).hasSize(2);
  }

  /** An answer that takes long may be as old as the request. */
  @Test
  void ageCountsFromTheQuestion() {
    CompletableFuture<TableFacts> slow = new CompletableFuture<>();
    store.answers.put(TABLE, slow);
    CompletableFuture<TableFacts> answer = catalog.facts(TABLE);
    time.advance(WAIT);
    slow.complete(facts("_lock", "f"));
    assertThat(answer).isCompleted();
    answer(facts("_lock", "f", "g"));

    assertThat(catalog.facts(TABLE).join().families()).hasSize(3);
  }

  @Test
  void whatIsKnownServesForTenMinutesWhileTheMasterIsAway() {
    answer(facts("_lock", "f"));
    TableFacts facts = catalog.facts(TABLE).join();
    failWith(new IOException("down"));
    time.advance(BOUND.minusNanos(1));

    assertThat(catalog.facts(TABLE).join()).isSameAs(facts);
    assertThat(catalog.facts(TABLE).join()).isSameAs(facts);
    assertThat(store.requested).as("a failure is not followed by many").hasSize(2);

    time.advance(Duration.ofNanos(1));
    assertThatThrownBy(() -> catalog.facts(TABLE).join())
        .hasRootCauseMessage("down")
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("table 'table'", "10 minutes", "master", "try again");
    answer(facts("_lock"));
    assertThat(catalog.facts(TABLE).join().families()).hasSize(1);
  }

  @Test
  void masterThatComesBackIsNoticedWithoutWaitingForIt() {
    answer(facts("_lock", "f"));
    TableFacts facts = catalog.facts(TABLE).join();
    failWith(new IOException("down"));
    time.advance(WAIT);
    catalog.facts(TABLE).join();
    CompletableFuture<TableFacts> back = new CompletableFuture<>();
    store.answers.put(TABLE, back);
    time.advance(Duration.ofSeconds(1));

    assertThat(catalog.facts(TABLE).join()).isSameAs(facts);
    back.complete(facts("_lock", "f", "g"));

    assertThat(catalog.facts(TABLE).join().families()).hasSize(3);
  }

  /** One request failed minutes ago, and none was made since. */
  @Test
  void oldFailureIsNoSignThatTheMasterIsAway() {
    answer(facts("_lock", "f"));
    catalog.facts(TABLE).join();
    failWith(new IOException("restarting"));
    time.advance(REFRESH);
    catalog.facts(TABLE).join();
    time.advance(Duration.ofMinutes(9));
    CompletableFuture<TableFacts> back = new CompletableFuture<>();
    store.answers.put(TABLE, back);

    CompletableFuture<TableFacts> late = catalog.facts(TABLE);
    assertThat(late).isNotDone();
    back.complete(facts("_lock", "f", "g"));

    assertThat(late.join().families()).hasSize(3);
  }

  /** The master answers, so the known facts are not those of the table. */
  @Test
  void factsThatTheMasterRefusesDoNotServeOn() {
    answer(facts("_lock", "f"));
    catalog.facts(TABLE).join();
    failWith(new AccessDeniedException("no longer"));
    time.advance(WAIT);

    assertThat(catalog.facts(TABLE)).isCompletedExceptionally();
  }

  @Test
  void familyThatAReadHasShownIsNotLeftOut() {
    answer(facts("_lock", "f"));
    catalog.facts(TABLE).join();
    answer(facts("_lock", "f", "new"));

    catalog.saw(List.of(row("f")));
    assertThat(catalog.facts(TABLE).join().families()).hasSize(2);
    catalog.saw(List.of(row("f", "new")));

    assertThat(catalog.facts(TABLE).join().families()).hasSize(3);
    assertThat(store.requested).hasSize(2);
  }

  @Test
  void familyThatAReadHasShownCountsEvenWithoutAMaster() {
    answer(facts("_lock", "f"));
    catalog.facts(TABLE).join();
    failWith(new IOException("down"));

    catalog.saw(List.of(row("new")));

    assertThat(catalog.facts(TABLE).join().families()).hasSize(3);
  }

  /** A request that began before the read may not have found the family. */
  @Test
  void lookThatIsUnderWayDoesNotHideWhatAReadHasShown() {
    answer(facts("_lock", "f"));
    catalog.facts(TABLE).join();
    CompletableFuture<TableFacts> old = new CompletableFuture<>();
    store.answers.put(TABLE, old);
    time.advance(REFRESH);
    catalog.facts(TABLE).join();

    catalog.saw(List.of(row("new")));
    old.complete(facts("_lock", "f"));
    answer(facts("_lock", "f", "new"));

    assertThat(catalog.facts(TABLE).join().families()).hasSize(3);
  }

  /** Other callers continue with the known facts. */
  @Test
  void familyThatCannotBeLookedUpFailsAlone() {
    answer(facts("_lock", "f"));
    TableFacts facts = catalog.facts(TABLE).join();
    failWith(new IOException("down"));

    assertThat(catalog.factsWith(TABLE, families("g"))).isCompletedExceptionally();
    assertThat(catalog.factsWith(TABLE, families("f")).join()).isSameAs(facts);
  }

  @Test
  void tableThatIsGoneIsForgotten() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    catalog.facts(TABLE).join();
    store.answers.put(TABLE, CompletableFuture.failedFuture(new TableNotFoundException(TABLE)));
    time.advance(WAIT);

    assertThat(catalog.facts(TABLE)).isCompletedExceptionally();
  }

  @Test
  void tablesAreKnownApart() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    store.answers.put(OTHER, CompletableFuture.completedFuture(facts("_lock", "g")));

    assertThat(catalog.facts(TABLE).join()).isNotSameAs(catalog.facts(OTHER).join());
    assertThat(store.requested).containsExactly(TABLE, OTHER);
  }

  @Test
  void callerDuringARequestWaitsForItsAnswer() {
    CompletableFuture<TableFacts> answer = new CompletableFuture<>();
    store.answers.put(TABLE, answer);

    CompletableFuture<TableFacts> first = catalog.facts(TABLE);
    CompletableFuture<TableFacts> second = catalog.facts(TABLE);
    answer.complete(facts("_lock"));

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(store.requested).hasSize(1);
  }

  @Test
  void knownFamiliesNeedNoSecondLook() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));

    catalog.factsWith(TABLE, families("f")).join();
    catalog.factsWith(TABLE, List.of()).join();

    assertThat(store.requested).hasSize(1);
  }

  @Test
  void familyThatIsNotKnownIsLookedUpAfresh() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    catalog.facts(TABLE).join();
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f", "new")));

    TableFacts facts = catalog.factsWith(TABLE, families("f", "new")).join();

    assertThat(facts.families()).hasSize(3);
    assertThat(store.requested).hasSize(2);
  }

  /** PlanLimits checks whether it exists in the end. */
  @Test
  void familyThatDoesNotExistCostsOneLookEachTime() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    catalog.facts(TABLE).join();

    assertThat(catalog.factsWith(TABLE, families("none")).join().families()).hasSize(2);
    assertThat(store.requested).hasSize(2);
  }

  /** The permission may have been granted a moment ago. */
  @Test
  void familyThatMayNotBeWrittenToIsLookedUpAfresh() {
    TableFacts open = facts("_lock", "f", "g");
    NavigableSet<byte[]> denied = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    denied.addAll(families("g"));
    TableFacts half =
        new TableFacts(
            TABLE,
            open.families(),
            open.families(),
            0,
            Durability.SYNC_WAL,
            denied,
            new TreeSet<>(Bytes.BYTES_COMPARATOR),
            List.of(),
            false);
    store.answers.put(TABLE, CompletableFuture.completedFuture(half));
    assertThat(catalog.factsWith(TABLE, families("f")).join().denied()).hasSize(1);
    assertThat(catalog.factsWith(TABLE, families("f")).join().denied()).hasSize(1);
    assertThat(store.requested).hasSize(1);

    store.answers.put(TABLE, CompletableFuture.completedFuture(open));

    assertThat(catalog.factsWith(TABLE, families("f", "g")).join().denied()).isEmpty();
    assertThat(store.requested).hasSize(2);
  }

  @Test
  void failureIsNotRemembered() {
    store.answers.put(TABLE, CompletableFuture.failedFuture(new IOException("down")));
    assertThat(catalog.facts(TABLE)).isCompletedExceptionally();

    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock")));
    assertThat(catalog.facts(TABLE)).isCompleted();
  }

  @Test
  void tableWithoutLockFamilyIsRefusedUntilItHasOne() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("f")));

    assertThatThrownBy(() -> catalog.facts(TABLE).join())
        .hasMessageContaining("Table 'table' has no locks")
        .hasMessageContaining("TransactionAdmin.enable")
        .extracting(failure -> ((ProtocolFailure) failure.getCause()).kind())
        .isEqualTo(Kind.ILLEGAL);

    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    assertThat(catalog.facts(TABLE)).isCompleted();
  }

  @Test
  void tableWithFlawsIsRefusedUntilItHasNone() {
    TableFacts fit = facts("_lock", "f");
    answer(
        new TableFacts(
            TABLE,
            fit.families(),
            fit.oneVersion(),
            0,
            Durability.SYNC_WAL,
            fit.denied(),
            fit.hidden(),
            List.of("bad", "worse"),
            false));

    assertThatThrownBy(() -> catalog.facts(TABLE).join())
        .hasMessageContaining("Table 'table' is not fit for transactions: bad; worse")
        .extracting(failure -> ((ProtocolFailure) failure.getCause()).kind())
        .isEqualTo(Kind.ILLEGAL);

    answer(fit);
    assertThat(catalog.facts(TABLE)).isCompleted();
  }

  @Test
  void presentFactsAreThoseThatNoCallerWaitsFor() {
    assertThat(catalog.present(TABLE)).isNull();
    answer(facts("_lock", "f"));
    TableFacts facts = catalog.facts(TABLE).join();
    time.advance(WAIT.minusNanos(1));
    assertThat(catalog.present(TABLE)).isSameAs(facts);

    time.advance(Duration.ofNanos(1));
    assertThat(catalog.present(TABLE)).isNull();
    assertThat(store.requested).as("no request for them").containsExactly(TABLE);
  }

  /** Nothing is known of such a family but its name. */
  @Test
  void familyThatAReadHasShownMayKeepSeveralVersions() {
    assertThat(facts("_lock", "f").with(Bytes.toBytes("g")).oneVersion()).hasSize(2);
  }

  private void answer(TableFacts facts) {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts));
  }

  private void failWith(IOException failure) {
    store.answers.put(TABLE, CompletableFuture.failedFuture(failure));
  }

  private static DecidedRow row(String... families) {
    List<Cell> cells =
        Stream.of(families)
            .<Cell>map(
                family -> new KeyValue(bytes("row"), bytes(family), bytes("q"), 1, bytes("v")))
            .toList();
    return DecidedRow.settled(LockedRow.of(new StoredRow(key("row"), cells, null)));
  }

  private static TableFacts facts(String... families) {
    NavigableSet<byte[]> names = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    names.addAll(families(families));
    return new TableFacts(TABLE, names, 0, Durability.SYNC_WAL);
  }

  private static List<byte[]> families(String... families) {
    return Stream.of(families).map(ProtocolFixture::bytes).toList();
  }
}
