package io.rowlock.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import io.rowlock.history.Step.Append;
import io.rowlock.history.Step.ReadList;
import io.rowlock.it.crash.HistoryLine.Begin;
import io.rowlock.it.crash.HistoryLine.End;
import io.rowlock.it.crash.HistoryLine.Halt;
import io.rowlock.it.crash.HistoryLine.Ready;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {

  private static final List<Step> APPENDS = List.of(new Append("list-01-2", 7));
  private static final List<Step> STEPS =
      List.of(
          new ReadList("list-00-2", List.of()),
          new ReadList("list-01-2", List.of(5L, 6L)),
          new Append("list-01-2", 7),
          new ReadList("list-03-1", List.of(4L), true));

  @TempDir private Path directory;

  @Test
  void fileReturnsEveryWrittenLine() throws IOException {
    List<HistoryLine> lines =
        List.of(
            new Ready(1),
            new Begin(7, 3, 10, APPENDS),
            new End(7, 20, Outcome.OK, STEPS),
            new Begin(8, 3, 30, List.of()),
            new End(8, 40, Outcome.FAIL, List.of()),
            new Halt("after COMMIT_POINT"));
    assertThat(HistoryFile.read(write(lines))).isEqualTo(lines);
  }

  @Test
  void fileIgnoresIncompleteLastLine() throws IOException {
    Path file = write(List.of(new Ready(1), new Begin(7, 3, 10, APPENDS)));
    String end = new End(7, 20, Outcome.OK, STEPS).text();
    Files.writeString(file, end.substring(0, end.length() - 1), StandardOpenOption.APPEND);

    List<HistoryTransaction> history = Histories.transactions(HistoryFile.read(file));

    assertThat(history)
        .containsExactly(
            new HistoryTransaction("T7", 3, 10, Long.MAX_VALUE, Outcome.INFO, APPENDS));
  }

  @Test
  void missingFileIsEmpty() throws IOException {
    assertThat(HistoryFile.read(directory.resolve("none"))).isEmpty();
  }

  private Path write(List<HistoryLine> lines) throws IOException {
    Path file = directory.resolve("history");
    HistoryFile history = new HistoryFile(file);
    for (HistoryLine line : lines) {
      history.add(line);
    }
    return file;
  }
}
