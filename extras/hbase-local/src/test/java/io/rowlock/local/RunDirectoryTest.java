package io.rowlock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {

  @TempDir private Path directory;

  @Test
  void laterRunEmptiesTheDirectoryOfAnEarlierOne() throws IOException {
    Path path = directory.resolve("run");
    try (RunDirectory first = RunDirectory.take(path, "crash test")) {
      Files.writeString(first.create("clients").resolve("log"), "old");
    }
    try (RunDirectory second = RunDirectory.take(path, "crash test")) {
      assertThat(second.path()).isDirectoryNotContaining("glob:**/clients");
    }
  }

  @Test
  void directoryOfSomethingElseIsNeverEmptied() throws IOException {
    Path file = Files.writeString(directory.resolve("precious"), "data");
    assertThatThrownBy(() -> RunDirectory.take(directory, "soak").close())
        .isInstanceOf(IOException.class)
        .hasMessage(
            directory
                + " exists and is not the directory of an earlier soak: choose another"
                + " directory");
    assertThat(file).exists();
  }

  @Test
  void twoRunsAtOnceAreRefused() throws IOException {
    Path path = directory.resolve("run");
    try (RunDirectory first = RunDirectory.take(path, "soak")) {
      assertThatThrownBy(() -> RunDirectory.take(first.path(), "soak").close())
          .hasMessage("Another soak runs in " + path);
    }
  }
}
