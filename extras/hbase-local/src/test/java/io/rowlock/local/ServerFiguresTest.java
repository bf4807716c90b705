package io.rowlock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFiguresTest {

  @TempDir private Path directory;

  @Test
  void figuresAreOfTheProcessThatWroteThem() throws IOException {
    Path file = directory.resolve("figures");
    ProcessHandle self = ProcessHandle.current();
    assertThat(ServerFigures.read(file, self)).isEmpty();
    ServerFigures figures = ServerFigures.ofThisProcess();
    assertThat(figures.heapBytes()).isPositive();
    assertThat(figures.threads()).isPositive();
    assertThat(figures.openScanners()).as("no region server runs here").isEqualTo(-1);
    figures.write(file);
    assertThat(ServerFigures.read(file, self)).contains(figures);
    assertThat(ServerFigures.read(file, self.parent().orElseThrow())).isEmpty();
  }
}
