package io.rowlock.bench.ablation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.Spread;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AblationOutcomeTest {
  private static final Variant WITHOUT = new Variant(Mechanism.HAND_OVER);
  private static final List<Mechanism> BOTH =
      List.of(Mechanism.HAND_OVER, Mechanism.SECOND_REQUEST);

  private final List<Measured> measured =
      List.of(
          one(1, Variant.ALL, 110, 0.5),
          one(1, WITHOUT, 100, 0),
          one(2, WITHOUT, 100, 0),
          one(2, Variant.ALL, 130, 0.7),
          one(3, Variant.ALL, 120, 0.6),
          one(3, WITHOUT, 100, 0));

  private static Measured one(int turn, Variant variant, double perSecond, double handOvers) {
    Map<Mechanism, Spread> fired = new EnumMap<>(Mechanism.class);
    for (Mechanism mechanism : Mechanism.values()) {
      fired.put(mechanism, new Spread(0, 0, 0));
    }
    fired.put(Mechanism.HAND_OVER, new Spread(handOvers / 2, handOvers, handOvers));
    Map<Quantity, Double> figures =
        Map.of(Quantity.THROUGHPUT, perSecond, Quantity.P50, 1_000 / perSecond);
    return new Measured(Part.CONTENTION, turn, variant, new Line("transfers", figures, fired));
  }

  private AblationOutcome outcome(List<Measured> runs) {
    return new AblationOutcome(
        List.of("ablation"),
        new Rounds(20, 5, 2),
        3,
        2,
        Comparison.of(runs, BOTH),
        Measured.disagreements(runs));
  }

  @Test
  void ratiosAreOfRunsOfTheSameTurn() {
    Comparison handOver = Comparison.of(measured, BOTH).get(0);
    assertThat(handOver.fired()).isEqualTo(new Spread(0.25, 0.6, 0.7));
    assertThat(handOver.ratios()).containsOnlyKeys(Quantity.THROUGHPUT, Quantity.P50);
    Spread throughput = handOver.ratios().get(Quantity.THROUGHPUT);
    assertThat(throughput.min()).isEqualTo(1.1, offset(1e-9));
    assertThat(throughput.median()).isEqualTo(1.2, offset(1e-9));
    assertThat(throughput.max()).isEqualTo(1.3, offset(1e-9));
  }

  @Test
  void tableSaysWhatHasNotFired() {
    assertThat(outcome(measured).markdown())
        .isEqualTo(
            """
            | mechanism | part | series | fired by transaction | throughput | p50 | requests | CPU of clients | CPU of servers |
            | --- | --- | --- | --- | --- | --- | --- | --- | --- |
            | hand-over | contention | transfers | 0.6000 (0.2500..0.7000) | 1.20x (1.10..1.30) | 0.83x (0.77..0.91) | - | - | - |
            | second-request | contention | transfers | 0 | not fired: no evidence | | | | |
            """);
  }

  @Test
  void mechanismThatIsOffAndFiresIsADisagreement() {
    assertThat(outcome(measured).disagreements()).isEmpty();
    assertThat(outcome(List.of(one(1, Variant.ALL, 9, 1), one(1, WITHOUT, 9, 1))).disagreements())
        .containsExactly("contention, transfers, turn 1: hand-over fired, though it was off");
  }

  @Test
  void filesAreWritten(@TempDir Path directory) throws IOException {
    outcome(measured).write(ResultDirectory.create(directory));
    assertThat(directory.resolve("ablation.md")).content(UTF_8).startsWith("| mechanism |");
    assertThat(directory.resolve("ablation.json"))
        .content(UTF_8)
        .contains("\"mechanism\" : \"HAND_OVER\"")
        .contains("\"THROUGHPUT\"");
  }
}
