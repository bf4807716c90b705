package io.rowlock.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exit status of the command is that of the worst file. */
class CheckHistoryTest {

  private static final String BEGUN =
      "{\"type\":\"invoke\",\"process\":1,\"value\":[[\"r\",\"x\",null]]}\n";

  @TempDir private Path directory;

  @Test
  void historyThatSomeOrderExplainsIsValid() throws IOException {
    assertThat(CheckHistory.check(file("good", read("[]")))).isZero();
  }

  @Test
  void anomalyIsDistinguishedFromWhatCannotBeJudged() throws IOException {
    String good = file("good", read("[]"));
    String bad = file("bad", read("[7]"));
    assertThat(CheckHistory.check(good, bad)).isEqualTo(1);
    assertThat(CheckHistory.check(bad, file("broken", "no history"))).isEqualTo(2);
  }

  @Test
  void historyWithoutTransactionsIsNotValid() throws IOException {
    assertThat(CheckHistory.check(file("empty", ""))).isEqualTo(2);
    String order = "{\"type\":\"info\",\"f\":\"final-order\",\"value\":[[\"x\",[]]]}";
    assertThat(CheckHistory.check(file("order", order))).isEqualTo(2);
  }

  private static String read(String elements) {
    String ended = "{\"type\":\"ok\",\"process\":1,\"value\":[[\"r\",\"x\",%s]]}";
    return BEGUN + ended.formatted(elements);
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name + ".json"), content).toString();
  }
}
