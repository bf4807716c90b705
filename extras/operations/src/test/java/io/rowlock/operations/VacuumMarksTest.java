package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.operations.maintenance.MarkedLock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Marks are read back exactly, and an incomplete file is refused. */
class VacuumMarksTest {

  private static final TableName TABLE = TableName.valueOf("ns", "table");
  private static final byte[] BINARY = {0, '"', '\\', 'x', -1, '\n'};

  private Path file;

  @BeforeEach
  void choose(@TempDir Path directory) {
    file = directory.resolve("marks");
  }

  private void write() throws IOException {
    try (VacuumMarksWriter marks = new VacuumMarksWriter(file, TABLE)) {
      marks.add(new RowKey(TABLE, BINARY), new StoredLock(BINARY, 7));
      marks.add(new RowKey(TABLE, new byte[] {'b'}), new StoredLock(new byte[] {1}, 8));
      assertThat(marks.finish(99)).isEqualTo(2);
    }
  }

  @Test
  void locksAreReadAsWritten() throws IOException {
    write();

    VacuumMarks marks = VacuumMarks.open(file);

    assertThat(marks.table()).isEqualTo(TABLE);
    assertThat(marks.serversTime()).isEqualTo(99);
    List<MarkedLock> locks = new ArrayList<>();
    marks.forEach(locks::add);
    assertThat(locks)
        .containsExactly(
            new MarkedLock(new RowKey(TABLE, BINARY), new StoredLock(BINARY, 7)),
            new MarkedLock(new RowKey(TABLE, new byte[] {'b'}), new StoredLock(new byte[] {1}, 8)));
  }

  @Test
  void passThatIsBrokenOffLeavesNoFile() throws IOException {
    try (VacuumMarksWriter marks = new VacuumMarksWriter(file, TABLE)) {
      marks.add(new RowKey(TABLE, BINARY), new StoredLock(BINARY, 7));
    }

    assertThat(file).doesNotExist();
    write();
    assertThat(VacuumMarks.open(file).rows()).isEqualTo(2);
  }

  @Test
  void secondPassLeavesTheFirstAlone() throws IOException {
    RowKey row = new RowKey(TABLE, BINARY);
    try (VacuumMarksWriter first = new VacuumMarksWriter(file, TABLE)) {
      for (long time = 1; time <= 1000; time++) {
        first.add(row, new StoredLock(BINARY, time));
      }

      assertThatThrownBy(this::write)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("'" + file + ".part' is being written by another pass");

      first.finish(99);
    }
    assertThat(VacuumMarks.open(file).rows()).isEqualTo(1000);
    List<Long> times = new ArrayList<>();
    VacuumMarks.open(file).forEach(lock -> times.add(lock.lock().time()));
    assertThat(times).hasSize(1000).isSorted();
  }

  @Test
  void whatAKilledPassHasLeftIsOverwritten() throws IOException {
    Files.writeString(file.resolveSibling(file.getFileName() + ".part"), "half a file".repeat(999));

    write();

    assertThat(VacuumMarks.open(file).rows()).isEqualTo(2);
    assertThat(file.resolveSibling(file.getFileName() + ".part")).doesNotExist();
  }

  @Test
  void fileIsNotOverwritten() throws IOException {
    write();

    assertThatThrownBy(this::write)
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void everyFileThatIsCutOffIsRefused() throws IOException {
    write();
    List<String> lines = Files.readAllLines(file);
    for (int kept = 0; kept < lines.size(); kept++) {
      Files.write(file, lines.subList(0, kept));
      assertThatThrownBy(() -> VacuumMarks.open(file))
          .as("%d lines", kept)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is no complete file of marked locks");
    }
  }

  @Test
  void missingLineIsNoticed() throws IOException {
    write();
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.remove(1);
    Files.write(file, lines);

    assertThatThrownBy(() -> VacuumMarks.open(file)).hasMessageContaining("is no complete file");
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    for (String other : List.of("", "{}", "[1]\n[2]", "hello\nworld", "{\"a\":1}\n{\"b\":2}")) {
      Files.writeString(file, other);
      assertThatThrownBy(() -> VacuumMarks.open(file))
          .as(other)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is no complete file");
    }
  }

  /** Each field of the first and the last line in turn is missing, or of another kind. */
  @ParameterizedTest
  @ValueSource(strings = {"rowlockVacuum", "table", "rows", "serversTime"})
  void malformedFieldIsNoBug(String field) throws IOException {
    write();
    String good = Files.readString(file);
    Pattern whole = Pattern.compile("\"" + field + "\":(\"[^\"]*\"|\\d+)");
    assertThat(good).containsPattern(whole);
    for (String value : List.of("null", "[]", "{}", "[1,2]", "\"\"", "\"a b\"", "-1", "-1e99")) {
      refuse(whole.matcher(good).replaceAll("\"" + field + "\":" + value), field + ":" + value);
    }
    refuse(whole.matcher(good).replaceAll("\"other\":1"), "no " + field);
  }

  private void refuse(String text, String what) throws IOException {
    Files.writeString(file, text);
    assertThatThrownBy(() -> VacuumMarks.open(file))
        .as(what)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'" + file + "' is no complete file");
  }

  @Test
  void fileThatIsNoTextIsRefused() throws IOException {
    Files.write(file, new byte[] {'{', (byte) 0xff, (byte) 0xfe, '}'});

    assertThatThrownBy(() -> VacuumMarks.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'" + file + "' is no complete file");
  }

  @Test
  void lineThatIsNoLockIsShown() throws IOException {
    write();
    Files.writeString(file, Files.readString(file).replaceFirst("\"lock\":", "\"lokc\":"));

    VacuumMarks marks = VacuumMarks.open(file);

    assertThatThrownBy(() -> marks.forEach(lock -> {})).hasMessageContaining("lokc");
  }
}
