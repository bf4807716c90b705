package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.JavaProcess;
import io.rowlock.bench.kit.local.LifeLine;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients with another version of the library and with this one transfer money on one table, and
 * are killed by {@code kill -9} meanwhile; {@code scripts/upgrade-test} builds the other version.
 */
@EnabledIfSystemProperty(named = UpgradeIT.OTHER_JAR, matches = ".+")
@ExtendWith(HBaseExtension.class)
class UpgradeIT {

  static final String OTHER_JAR = "rowlock.other.jar";

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Of each version. */
  private static final int KILLS = 8;

  @TempDir private Path directory;

  private final Connection connection;
  private final Configuration configuration;
  private final TableName table;
  private final Random random = new Random();
  private final List<Client> clients = new ArrayList<>();
  private int started;

  UpgradeIT(Configuration configuration, Connection connection) throws IOException {
    this.connection = connection;
    this.configuration = configuration;
    configuration.set("rowlock.lease", "700");
    this.table = TestTables.create(connection, "04", "08");
  }

  /** A process with one of the versions, and the file that it writes. */
  private record Client(boolean isOther, Process process, Path output) {

    List<String> lines() throws IOException {
      return Files.readAllLines(output);
    }
  }

  @AfterEach
  void endClients() {
    clients.forEach(client -> client.process().destroyForcibly());
  }

  private Client start(boolean isOther, int transfers) throws IOException {
    Path output = directory.resolve("client-" + ++started + ".out");
    Process process =
        process(isOther, UpgradeClient.class, table.getNameAsString(), Integer.toString(transfers))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    Client client = new Client(isOther, process, output);
    clients.add(client);
    return client;
  }

  /** The first jar of a class path wins. */
  private ProcessBuilder process(boolean isOther, Class<?> program, String... arguments)
      throws IOException {
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      configuration.writeXml(site);
    }
    JavaProcess java =
        JavaProcess.of(program)
            .flags("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", LifeLine.FLAG)
            .log(directory.resolve("clients.log"))
            .configuration(directory)
            .arguments(List.of(arguments));
    ProcessBuilder builder = java.builder();
    Optional<String> first =
        isOther ? Optional.of(System.getProperty(OTHER_JAR)) : Optional.empty();
    first.ifPresent(
        jar -> builder.environment().compute("CLASSPATH", (name, rest) -> jar + ":" + rest));
    return builder;
  }

  private void kill(Client client) throws Exception {
    Await.until("a commit", PATIENCE, () -> !client.lines().isEmpty());
    boolean unused =
        client.process().waitFor(random.nextInt(1_500), TimeUnit.MILLISECONDS); // until the kill
    assertThat(client.process().isAlive()).as("%s", client.lines()).isTrue();
    client.process().destroyForcibly().waitFor();
    assertThat(client.lines()).as("%s", client).containsOnly("good");
    clients.remove(client);
  }

  @Test
  void versionsSettleEachOthersLocks() throws Exception {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(
          tx -> {
            for (int i = 0; i < UpgradeClient.ACCOUNTS; i++) {
              tx.table(table).put(Rows.put(UpgradeClient.account(i), 1000L));
            }
          });
    }
    for (boolean isOther : new boolean[] {true, false, true, false}) {
      Client unused = start(isOther, -1);
    }

    for (int kill = 0; kill < 2 * KILLS; kill++) {
      Client victim = clients.get(0);
      Client unused = start(victim.isOther(), -1);
      kill(victim);
    }
    for (Client client : List.copyOf(clients)) {
      kill(client);
    }

    for (boolean isOther : new boolean[] {true, false}) {
      Client last = start(isOther, 3);
      assertThat(last.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(last.lines()).containsExactly("good", "good", "good");
    }
    CommandRun resolve = CommandRun.of(configuration, "resolve", table.getNameAsString());
    assertThat(resolve.status()).as(resolve.err()).isZero();
    Locks.assertAllSettled(connection, table);
  }
}
