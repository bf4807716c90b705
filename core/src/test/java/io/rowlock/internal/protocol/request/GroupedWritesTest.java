package io.rowlock.internal.protocol.request;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Durability;
import org.junit.jupiter.api.Test;

/** No request carries more than its limits allow. All rows share a region. */
class GroupedWritesTest {

  private static final int LOCK_BYTES = 1_000;

  private final List<Integer> requests = new ArrayList<>();

  private final class Region extends ForwardingRowStore {

    Region() {
      super(new InMemoryRowStore());
    }

    @Override
    public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
      return CompletableFuture.completedFuture(
          rows.stream().map(row -> Optional.of(new RegionId(row.table(), "one"))).toList());
    }

    @Override
    public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
      requests.add(1);
      return CompletableFuture.completedFuture(WriteOutcome.APPLIED);
    }

    @Override
    public CompletableFuture<WriteOutcome> write(RegionWrite write) {
      requests.add(write.rows().size());
      return CompletableFuture.completedFuture(WriteOutcome.APPLIED);
    }
  }

  @Test
  void requestsAreCutByRows() {
    send(new RegionLimits(4, 1L << 30), 9);

    assertThat(requests).containsExactly(4, 4, 1);
  }

  /** The locks count, expected and written ones. */
  @Test
  void requestsAreCutByBytes() {
    send(new RegionLimits(100, 5 * 2 * LOCK_BYTES), 9);

    assertThat(requests).containsExactly(4, 4, 1);
  }

  @Test
  void rowThatIsTooLargeGoesAlone() {
    send(new RegionLimits(100, 1), 3);

    assertThat(requests).containsExactly(1, 1, 1);
  }

  @Test
  void whatFitsGoesTogether() {
    send(RegionLimits.DEFAULT, 50);

    assertThat(requests).containsExactly(50);
  }

  private void send(RegionLimits limits, int rows) {
    List<ConditionalWrite> writes =
        IntStream.range(0, rows).mapToObj(i -> write("row " + i)).toList();
    RegionLanes lanes =
        new RegionLanes(limits, Integer.MAX_VALUE, new VirtualTime().environment(1));
    assertThat(new CoalescingStore(new Region(), lanes, ContextPropagator.NONE).write(writes))
        .hasSize(rows)
        .allMatch(answer -> answer.join().isApplied());
  }

  private static ConditionalWrite write(String row) {
    StoredLock lock = new StoredLock(new byte[LOCK_BYTES], 1);
    return new ConditionalWrite(key(row), lock, lock, List.of(), Durability.SYNC_WAL);
  }
}
