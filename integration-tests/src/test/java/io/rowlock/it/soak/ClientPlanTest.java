package io.rowlock.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.run.Terminals.Counts;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a client and its parent write to each other. */
class ClientPlanTest {

  @Test
  void planAndFiguresSurviveTheWay() throws IOException {
    ClientPlan plan =
        new ClientPlan(
            Path.of("/a/site.xml"), "normalized", Path.of("/a b/c"), 2, 0.5, 7, 1_000, true);
    assertThat(read(plan, ClientPlan.class)).isEqualTo(plan);
    ClientFigures figures = new ClientFigures(1, new Counts(1, 2, 3, 4), 5, 6, 7, 8, 9, null);
    assertThat(read(figures, ClientFigures.class)).isEqualTo(figures);
  }

  private static <T> T read(T written, Class<T> type) throws IOException {
    return SoakClient.JSON.readValue(SoakClient.JSON.writeValueAsString(written), type);
  }
}
