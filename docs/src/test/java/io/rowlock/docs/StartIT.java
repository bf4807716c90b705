package io.rowlock.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The program of the first five minutes meets a conflict, and leaves nothing behind. */
@ExtendWith(DocsHBase.class)
class StartIT {

  @Test
  void theFirstProgramTransfersAfterAConflict(Connection connection, @TempDir Path directory)
      throws IOException {
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      connection.getConfiguration().writeXml(site);
    }
    assertThat(printed(directory)).contains("alice 470, bob 30, 2 attempts");
    assertThat(printed(directory)).as("run again").contains("alice 470, bob 30, 2 attempts");
    List<LockInfo> unsettled = new ArrayList<>();
    try (LockTools locks = RowlockOperations.create(connection).openLockTools()) {
      locks.list(
          LockRange.of(Start.ACCOUNTS),
          lock -> {
            if (lock.isUnsettled()) {
              unsettled.add(lock);
            }
          });
    }
    assertThat(unsettled).isEmpty();
  }

  private static String printed(Path directory) throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      Start.main(new String[] {directory.toString()});
    } finally {
      System.setOut(before);
    }
    return printed.toString(UTF_8);
  }
}
