package io.rowlock.bench.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.load.Script;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CorruptionTest {
  private static final Origin ORIGIN = Origin.of(new Scale(2, 200, 30), 3, 1_700_000_000_000L);

  static List<Layout> layouts() {
    return Layout.all();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatTransactionsLeaveIsConsistent(Layout layout) throws IOException {
    MemoryClient client = new MemoryClient(new Population(ORIGIN), layout);
    Script script = new Script(ORIGIN, layout);
    for (int i = 0; i < 400; i++) {
      script.next(client);
    }
    MemoryRows rows = new MemoryRows(client, layout);
    List<CheckLine> lines = MemoryCheck.run(layout, ORIGIN, rows, rows, List.of());
    lines.forEach(
        l -> {
          System.out.println(l);
          l.keys().forEach(System.out::println);
        });
    assertThat(lines).allMatch(CheckLine::isPassed);
  }
}
