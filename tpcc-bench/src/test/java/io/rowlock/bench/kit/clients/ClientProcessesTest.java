package io.rowlock.bench.kit.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.bench.kit.JavaProcess;
import io.rowlock.bench.kit.clients.Clients.Measured;
import io.rowlock.bench.kit.clients.TestClients.Deed;
import io.rowlock.bench.kit.clients.TestClients.Seen;
import io.rowlock.bench.kit.clients.TestClients.Task;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes, of a client without HBase. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ClientProcessesTest {
  @TempDir private Path directory;
  private final StringWriter err = new StringWriter();

  @Test
  void windowBeginsWhenAllClientsHavePreparedItAndResultsAddUp() throws IOException {
    List<ProcessHandle> handles;
    try (ClientProcesses<Task, Seen> clients = start(3)) {
      handles = clients.handles();
      assertThat(clients.settings()).containsEntry("lock", "held");
      for (int window = 0; window < 3; window++) {
        Seen seen = clients.run(new Task(Deed.NOTHING, 0)).result();
        assertThat(seen.clients()).isEqualTo(3);
        assertThat(seen.begun()).isGreaterThanOrEqualTo(seen.prepared());
      }
      assertThat(handles).hasSize(3).allMatch(ProcessHandle::isAlive);
    }
    assertThat(handles).noneMatch(ProcessHandle::isAlive);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void processorTimeIsThatOfClientsAndOfServersApart() throws IOException {
    try (ClientProcesses<Task, Seen> clients = start(2)) {
      Measured<Seen> idle = clients.run(new Task(Deed.NOTHING, 0));
      Measured<Seen> busy = clients.run(new Task(Deed.BURN, 1));
      assertThat(busy.cpu().clients().toMillis())
          .isGreaterThanOrEqualTo(180)
          .isGreaterThan(idle.cpu().clients().toMillis());
      assertThat(busy.cpu().servers()).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FAIL, failed: the table is gone",
    "BLUNDER, failed: java.lang.IllegalStateException: a mistake",
    "HALT, failed: ended with status 9",
    "HALT_AMONG_BUSY, failed: ended with status 9"
  })
  void failureOfOneClientEndsTheRun(Deed deed, String message) throws IOException {
    List<ProcessHandle> handles;
    try (ClientProcesses<Task, Seen> clients = start(2)) {
      handles = clients.handles();
      assertThatThrownBy(() -> clients.run(new Task(deed, 1)))
          .isInstanceOf(IOException.class)
          .hasMessage("client 2 (process " + handles.get(1).pid() + ") " + message);
    }
    assertThat(handles).allSatisfy(ClientProcessesTest::assertEnds);
  }

  @Test
  void whatAClientPrintsIsShownWithItsName() throws IOException {
    try (ClientProcesses<Task, Seen> clients = start(1)) {
      var unused = clients.run(new Task(Deed.PRINT, 0));
    }
    assertThat(err.toString()).startsWith("client 1 (").contains("): a line of a library");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void clientsEndWithTheirParent(boolean isKilled) throws IOException {
    Process parent =
        JavaProcess.of(TestClients.Parent.class)
            .machineFlags()
            .arguments(List.of(directory.toString()))
            .builder()
            .redirectError(Redirect.DISCARD)
            .start();
    try (BufferedReader lines = parent.inputReader(UTF_8);
        FileChannel first = TestClients.file(directory, 0);
        FileChannel second = TestClients.file(directory, 1)) {
      assertThat(lines.readLine()).isEqualTo("started");
      assertThat(first.tryLock()).isNull();
      assertThat(second.tryLock()).isNull();
      if (isKilled) {
        parent.destroyForcibly();
      } else {
        parent.destroy();
      }
      // Returns when the process that holds the lock has ended.
      assertThat(first.lock().isValid()).isTrue();
      assertThat(second.lock().isValid()).isTrue();
    } finally {
      parent.destroyForcibly();
    }
  }

  private static void assertEnds(ProcessHandle process) {
    assertThat(process.onExit()).succeedsWithin(60, TimeUnit.SECONDS);
  }

  private ClientProcesses<Task, Seen> start(int count) throws IOException {
    return TestClients.start(count, directory, new PrintWriter(err));
  }
}
