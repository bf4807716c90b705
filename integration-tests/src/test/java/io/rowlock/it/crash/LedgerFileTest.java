package io.rowlock.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import io.rowlock.history.Step.Append;
import io.rowlock.history.Step.ReadList;
import io.rowlock.it.crash.LedgerLine.Begin;
import io.rowlock.it.crash.LedgerLine.End;
import io.rowlock.it.crash.LedgerLine.Halt;
import io.rowlock.it.crash.LedgerLine.Ready;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFileTest {

  private static final List<Step> APPENDS = List.of(new Append("list-01-2", 7));
  private static final List<Step> STEPS =
      List.of(
          new ReadList("list-00-2", List.of()),
          new ReadList("list-01-2", List.of(5L, 6L)),
          new Append("list-01-2", 7),
          new ReadList("list-03-1", List.of(4L), true));

  @TempDir private Path directory;

  @Test
  void everyLineIsReadAsItWasWritten() throws IOException {
    List<LedgerLine> lines =
        List.of(
            new Ready(1),
            new Begin(7, 3, 10, APPENDS),
            new End(7, 20, Outcome.OK, STEPS),
            new Begin(8, 3, 30, List.of()),
            new End(8, 40, Outcome.FAIL, List.of()),
            new Halt("after COMMIT_POINT"));
    assertThat(LedgerFile.read(write(lines))).isEqualTo(lines);
  }

  @Test
  void lineThatItsWriterDidNotLiveToEndIsNotBelieved() throws IOException {
    Path file = write(List.of(new Ready(1), new Begin(7, 3, 10, APPENDS)));
    String end = new End(7, 20, Outcome.OK, STEPS).text();
    Files.writeString(file, end.substring(0, end.length() - 1), StandardOpenOption.APPEND);

    List<HistoryTransaction> history = Ledgers.transactions(LedgerFile.read(file));

    assertThat(history)
        .containsExactly(
            new HistoryTransaction("T7", 3, 10, Long.MAX_VALUE, Outcome.INFO, APPENDS));
  }

  @Test
  void ledgerOfAClientThatNeverLivedIsEmpty() throws IOException {
    assertThat(LedgerFile.read(directory.resolve("none"))).isEmpty();
  }

  private Path write(List<LedgerLine> lines) throws IOException {
    Path file = directory.resolve("ledger");
    LedgerFile ledger = new LedgerFile(file);
    for (LedgerLine line : lines) {
      ledger.add(line);
    }
    return file;
  }
}
