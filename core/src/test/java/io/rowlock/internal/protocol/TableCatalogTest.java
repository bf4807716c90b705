package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFailure.Kind;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class TableCatalogTest {

  private static final TableName OTHER = TableName.valueOf("other");
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime();
  private final DescribingStore store = new DescribingStore();
  private final TableCatalog catalog = new TableCatalog(store, time);

  @Test
  void tableIsLookedUpOnceInAMinute() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));

    TableFacts facts = catalog.facts(TABLE).join();
    time.advance(FRESH.minusNanos(1));
    assertThat(catalog.facts(TABLE).join()).isSameAs(facts);
    assertThat(store.asked).containsExactly(TABLE);

    time.advance(Duration.ofNanos(1));
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f", "g")));
    assertThat(catalog.facts(TABLE).join()).as("nobody waits for the look").isSameAs(facts);
    assertThat(catalog.facts(TABLE).join().families()).hasSize(3);
    assertThat(store.asked).containsExactly(TABLE, TABLE);
  }

  @Test
  void whatIsKnownServesWhileTheMasterIsAway() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    TableFacts facts = catalog.facts(TABLE).join();
    store.answers.put(TABLE, CompletableFuture.failedFuture(new IOException("down")));
    time.advance(FRESH);

    assertThat(catalog.facts(TABLE).join()).isSameAs(facts);
    assertThat(catalog.facts(TABLE).join()).isSameAs(facts);
    assertThat(store.asked).as("one look a minute").hasSize(2);
  }

  @Test
  void tableThatIsGoneIsForgotten() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    catalog.facts(TABLE).join();
    store.answers.put(TABLE, CompletableFuture.failedFuture(new TableNotFoundException(TABLE)));
    time.advance(FRESH);
    catalog.facts(TABLE).join();

    assertThat(catalog.facts(TABLE)).isCompletedExceptionally();
  }

  @Test
  void tablesAreKnownApart() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    store.answers.put(OTHER, CompletableFuture.completedFuture(facts("_lock", "g")));

    assertThat(catalog.facts(TABLE).join()).isNotSameAs(catalog.facts(OTHER).join());
    assertThat(store.asked).containsExactly(TABLE, OTHER);
  }

  @Test
  void whoAsksWhileTheAnswerIsUnderWayWaitsForIt() {
    CompletableFuture<TableFacts> answer = new CompletableFuture<>();
    store.answers.put(TABLE, answer);

    CompletableFuture<TableFacts> first = catalog.facts(TABLE);
    CompletableFuture<TableFacts> second = catalog.facts(TABLE);
    answer.complete(facts("_lock"));

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(store.asked).hasSize(1);
  }

  @Test
  void knownFamiliesNeedNoSecondLook() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));

    catalog.factsWith(TABLE, families("f")).join();
    catalog.factsWith(TABLE, List.of()).join();

    assertThat(store.asked).hasSize(1);
  }

  @Test
  void familyThatIsNotKnownIsLookedUpAfresh() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    catalog.facts(TABLE).join();
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f", "new")));

    TableFacts facts = catalog.factsWith(TABLE, families("f", "new")).join();

    assertThat(facts.families()).hasSize(3);
    assertThat(store.asked).hasSize(2);
  }

  /** Whether it is there in the end is for others to judge: PlanLimits does. */
  @Test
  void familyThatDoesNotExistCostsOneLookEachTime() {
    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    catalog.facts(TABLE).join();

    assertThat(catalog.factsWith(TABLE, families("none")).join().families()).hasSize(2);
    assertThat(store.asked).hasSize(2);
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
            0,
            Durability.SYNC_WAL,
            denied,
            new TreeSet<>(Bytes.BYTES_COMPARATOR));
    store.answers.put(TABLE, CompletableFuture.completedFuture(half));
    assertThat(catalog.factsWith(TABLE, families("f")).join().denied()).hasSize(1);
    assertThat(catalog.factsWith(TABLE, families("f")).join().denied()).hasSize(1);
    assertThat(store.asked).hasSize(1);

    store.answers.put(TABLE, CompletableFuture.completedFuture(open));

    assertThat(catalog.factsWith(TABLE, families("f", "g")).join().denied()).isEmpty();
    assertThat(store.asked).hasSize(2);
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
        .hasMessageContaining("Table 'table' has no lock family '_lock'")
        .hasMessageContaining("TransactionAdmin.enable")
        .extracting(failure -> ((ProtocolFailure) failure.getCause()).kind())
        .isEqualTo(Kind.ILLEGAL);

    store.answers.put(TABLE, CompletableFuture.completedFuture(facts("_lock", "f")));
    assertThat(catalog.facts(TABLE)).isCompleted();
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
