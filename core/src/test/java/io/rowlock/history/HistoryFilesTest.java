package io.rowlock.history;

import static io.rowlock.history.Histories.append;
import static io.rowlock.history.Histories.info;
import static io.rowlock.history.Histories.list;
import static io.rowlock.history.Histories.ok;
import static io.rowlock.history.Histories.read;
import static io.rowlock.history.Histories.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.history.RandomHistory.Content;
import io.rowlock.history.RandomHistory.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files have the format of other tools, and a history that is read back gets the same verdict. */
class HistoryFilesTest {

  private static final History SMALL =
      new History(
          List.of(
              info("T1", 10, append("x", 1), list("y")),
              ok("T2", 20, 30, list("x", 1L), append("x", 2)),
              ok("T1", 30, 40, list("x"))),
          Map.of("x", List.of(1L, 2L)));

  @TempDir private Path directory;

  @Test
  void jsonLinesAreAsJepsenHasThem() throws IOException {
    assertThat(written(SMALL, "history.jsonl"))
        .containsExactly(
            event(0, "invoke", 1, 10, "[[\"append\",\"x\",1],[\"r\",\"y\",null]]"),
            event(1, "invoke", 2, 20, "[[\"r\",\"x\",null],[\"append\",\"x\",2]]"),
            event(2, "invoke", 3, 30, "[[\"r\",\"x\",null]]"),
            event(3, "ok", 2, 30, "[[\"r\",\"x\",[1]],[\"append\",\"x\",2]]"),
            event(4, "ok", 3, 40, "[[\"r\",\"x\",[]]]"),
            event(5, "info", 1, 40, "[[\"append\",\"x\",1],[\"r\",\"y\",null]]"),
            "{\"index\":6,\"type\":\"info\",\"f\":\"final-order\",\"process\":\"nemesis\","
                + "\"value\":[[\"x\",[1,2]]]}");
  }

  private static String event(int index, String type, int process, long time, String value) {
    return "{\"index\":%d,\"type\":\"%s\",\"f\":\"txn\",\"process\":%d,\"time\":%d,\"value\":%s}"
        .formatted(index, type, process, time, value);
  }

  @Test
  void ednIsAsJepsenHasIt() throws IOException {
    History registers = new History(List.of(ok("T1", 1, 2, write("x", 5), read("y", null))));
    assertThat(written(registers, "history.edn"))
        .containsExactly(
            "{:index 0, :type :invoke, :f :txn, :process 1, :time 1,"
                + " :value [[:w \"x\" 5] [:r \"y\" nil]]}",
            "{:index 1, :type :ok, :f :txn, :process 1, :time 2,"
                + " :value [[:w \"x\" 5] [:r \"y\" nil]]}");
  }

  private List<String> written(History history, String name) throws IOException {
    List<Path> files = HistoryWriter.write(history, directory.resolve(name));
    assertThat(files).containsExactly(directory.resolve(name));
    return Files.readAllLines(files.get(0));
  }

  @Test
  void otherNamesAreRefused() {
    assertThatThrownBy(() -> HistoryWriter.write(SMALL, directory.resolve("history.txt")))
        .hasMessageContaining("ends neither in .edn nor in .json or .jsonl");
  }

  @Test
  void listsAndRegistersMakeTwoFiles() throws IOException {
    History both = new History(List.of(ok("T1", 1, 2, append("x", 5), read("y", null))));
    Path lists = directory.resolve("history-lists.json");
    Path registers = directory.resolve("history-registers.json");
    assertThat(HistoryWriter.write(both, directory.resolve("history.json")))
        .containsExactly(lists, registers);
    assertThat(Files.readString(lists)).contains("append").doesNotContain("\"r\"");
    assertThat(Files.readString(registers)).contains("\"r\"").doesNotContain("append");
  }

  @Test
  void onlyWritesOfAnUnknownTransactionAreReadBack() throws IOException {
    HistoryTransaction unknown = info("T1", 10, append("x", 1), list("y", 7L));
    History read = readBack(new History(List.of(unknown))).get(0);
    assertThat(read.transactions()).containsExactly(info("T1", 1, append("x", 1)));
  }

  @Test
  void whatIsNoHistoryIsNamedByItsLine() throws IOException {
    Path file = directory.resolve("history.json");
    Files.writeString(file, "{\"type\":\"ok\",\"process\":1,\"value\":[]}\n");
    assertThatThrownBy(() -> HistoryReader.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("history.json, line 1: process 1 has not begun");
    Files.writeString(file, "\nno history\n");
    assertThatThrownBy(() -> HistoryReader.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("history.json, line 2");
  }

  @ParameterizedTest
  @EnumSource
  void goodHistoryIsGoodWhenReadBack(Content content) throws IOException {
    for (long seed = 0; seed < 20; seed++) {
      for (History read : readBack(RandomHistory.good(seed, 60, content))) {
        assertThat(HistoryChecker.check(read)).as("seed %d", seed).isEmpty();
        assertThat(read.finalOrders()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void faultIsFoundWhenReadBack(Fault fault) throws IOException {
    for (long seed = 0; seed < 20; seed++) {
      for (Content content : List.of(Content.LISTS, Content.REGISTERS)) {
        Optional<History> bad = RandomHistory.bad(seed, 60, content, fault);
        if (bad.isPresent()) {
          History read = readBack(bad.get()).get(0);
          assertThat(HistoryChecker.check(read)).as("seed %d of %s", seed, content).isNotEmpty();
        }
      }
    }
  }

  private List<History> readBack(History history) throws IOException {
    List<History> histories = new ArrayList<>();
    for (Path file : HistoryWriter.write(history, directory.resolve("history.json"))) {
      histories.add(HistoryReader.read(file));
    }
    return histories;
  }
}
