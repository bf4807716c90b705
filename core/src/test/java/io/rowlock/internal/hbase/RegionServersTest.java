package io.rowlock.internal.hbase;

import static io.rowlock.internal.hbase.ScriptedConnection.SPLIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Rows of one region share a look-up of its server. */
class RegionServersTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final ScriptedConnection hbase = new ScriptedConnection();
  private final RegionServers servers =
      new RegionServers(hbase.connection(), new VirtualTime().environment(1), LIMIT);

  @Test
  void rowsOfOneRegionShareOneLookUp() {
    assertThat(locate("a", "b", "c")).hasSize(3).allMatch(CompletableFuture::isDone);
    assertThat(hbase.lookUps()).isEqualTo(1);
  }

  @Test
  void eachRowIsFoundInItsRegion() {
    List<CompletableFuture<HRegionLocation>> locations = locate("a", SPLIT, "b");
    assertThat(locations.stream().map(at -> at.join().getRegion().getStartKey()))
        .containsExactly(new byte[0], Bytes.toBytes(SPLIT), new byte[0]);
  }

  @Test
  void aFailedLookUpConcernsItsRowOnly() {
    hbase.locateFailure(new IOException("no answer"));
    List<CompletableFuture<HRegionLocation>> locations = locate("a", "b", "c");
    assertThat(locations.get(0)).isCompletedExceptionally();
    assertThat(locations.subList(1, 3)).allMatch(at -> at.join() != null);
  }

  @Test
  void rowsOfSeveralRegionsHaveNoServerInCommon() {
    assertThat(servers.servingAll(rows("a", "b"), LIMIT).join()).isPresent();
    assertThat(servers.servingAll(rows("a", SPLIT), LIMIT).join()).isEmpty();
  }

  @Test
  void regionElsewhereWithoutServerDeniesNoSnapshot() {
    hbase.withoutServer(SPLIT);
    assertThat(parts("a", "b").join()).hasSize(1);
    assertThat(parts("a", SPLIT).join()).hasSize(1);
    assertThat(parts("a", "z")).isCompletedExceptionally();
    hbase.withoutServer("");
    assertThat(parts(SPLIT, "z").join()).hasSize(1);
    assertThat(parts("a", "b")).isCompletedExceptionally();
  }

  @Test
  void gapElsewhereDeniesNoSnapshot() {
    hbase.withoutRegion(SPLIT);
    assertThat(parts("a", "b").join()).hasSize(1);
    assertThat(parts("a", "z")).isCompletedExceptionally();
    assertThat(parts("z", "zz")).isCompletedExceptionally();
    hbase.withoutRegion("");
    assertThat(parts("z", "zz").join()).hasSize(1);
    assertThat(parts("a", "b")).isCompletedExceptionally();
    assertThat(parts("", "")).isCompletedExceptionally();
  }

  private CompletableFuture<List<RegionServers.Part>> parts(String from, String to) {
    RowRange range = new RowRange(TABLE, Bytes.toBytes(from), true, Bytes.toBytes(to), false);
    return servers.parts(range, false);
  }

  private List<CompletableFuture<HRegionLocation>> locate(String... rows) {
    return rows(rows).stream().map(servers.locator(LIMIT)).toList();
  }

  private static List<RowKey> rows(String... rows) {
    return Stream.of(rows).map(row -> new RowKey(TABLE, Bytes.toBytes(row))).toList();
  }
}
