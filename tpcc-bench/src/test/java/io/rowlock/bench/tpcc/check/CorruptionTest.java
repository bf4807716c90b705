package io.rowlock.bench.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.check.CheckResult.CheckLine;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every change to a consistent database breaks just the conditions that say so. */
class CorruptionTest {
  private static final Map<Layout, Situation> SITUATIONS =
      Layout.all().stream().collect(Collectors.toMap(Function.identity(), Situation::of));

  static List<Layout> layouts() {
    return Layout.all();
  }

  static Stream<Arguments> corruptions() {
    return Stream.of(
            PlaceCorruptions.all(),
            OrderCorruptions.all(),
            LineCorruptions.lines(),
            LineCorruptions.goods(),
            CustomerCorruptions.all(),
            IndexCorruptions.all())
        .flatMap(List::stream)
        .flatMap(
            corruption ->
                Layout.all().stream().map(layout -> Arguments.of(layout.name(), corruption)));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatTransactionsLeaveIsConsistent(Layout layout) throws IOException {
    MemoryRows rows = situation(layout).rows();
    assertThat(broken(layout, rows, rows)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("corruptions")
  void breaksWhatSaysSoAndNothingElse(String name, Corruption corruption) throws IOException {
    Layout layout = Layout.named(name);
    MemoryRows rows = situation(layout).rows();
    corruption.change().accept(new Change(situation(layout), rows));
    assertThat(broken(layout, rows, rows)).isEqualTo(corruption.broken());
  }

  static List<Corruption> corruptionsOfPlaces() {
    return PlaceCorruptions.all();
  }

  /** As if a transaction read something else. */
  @ParameterizedTest
  @MethodSource("corruptionsOfPlaces")
  void isNoticedInWhatATransactionSees(Corruption corruption) throws IOException {
    Layout layout = Layout.ONETABLE;
    MemoryRows rows = situation(layout).rows();
    MemoryRows seen = situation(layout).rows();
    corruption.change().accept(new Change(situation(layout), seen));
    assertThat(broken(layout, rows, seen)).containsExactly(Condition.E11);
  }

  private static Situation situation(Layout layout) {
    return Objects.requireNonNull(SITUATIONS.get(layout));
  }

  private static Set<Condition> broken(Layout layout, MemoryRows plain, MemoryRows transactions)
      throws IOException {
    return MemoryCheck.run(layout, Situation.ORIGIN, plain, transactions, List.of()).stream()
        .filter(line -> !line.isPassed())
        .map(CheckLine::condition)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
