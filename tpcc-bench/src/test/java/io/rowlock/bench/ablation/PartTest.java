package io.rowlock.bench.ablation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.Rounds;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class PartTest {
  private static final Path CONF = Path.of("conf");
  private static final Path OUT = Path.of("out");

  private final Rounds rounds = new Rounds(20, 5, 2);

  private static String parsed(List<String> arguments) {
    CommandLine.ParseResult result =
        Bench.commandLine().parseArgs(arguments.toArray(String[]::new));
    while (result.hasSubcommand()) {
      result = result.subcommand();
    }
    return result.commandSpec().qualifiedName();
  }

  @ParameterizedTest
  @EnumSource
  void commandTakesItsArguments(Part part) {
    List<String> arguments = part.arguments(rounds, part.hasOwnServers() ? null : CONF, OUT);
    assertThat(parsed(arguments)).isEqualTo("bench " + String.join(" ", commandOf(part)));
    assertThat(arguments).contains("--warmup", "20", "--seed", "1", "--out", "out");
    assertThat(part.results(OUT).getParent()).isEqualTo(OUT);
  }

  private static List<String> commandOf(Part part) {
    return switch (part) {
      case TPCC -> List.of("tpcc", "run");
      case TRANSFER -> List.of("profile");
      default -> List.of(part.label());
    };
  }

  @Test
  void tpccIsPreparedAndHasOneLongWindow() {
    List<String> preparation = Part.TPCC.preparation(CONF).orElseThrow();
    assertThat(parsed(preparation)).isEqualTo("bench tpcc prepare");
    assertThat(Part.TPCC.arguments(rounds, CONF, OUT))
        .containsSequence("--time", "10")
        .doesNotContain("--rounds");
    assertThat(Part.PROFILE.preparation(CONF)).isEmpty();
  }

  @Test
  void flagNamesWhatIsOn() {
    assertThat(new Variant(io.rowlock.internal.store.Mechanism.HAND_OVER).flag())
        .isEqualTo("-Drowlock.internal.mechanisms=combined-commits,shared-writes,second-request");
    assertThat(Variant.ALL.flag()).endsWith("shared-writes,hand-over,second-request");
  }
}
