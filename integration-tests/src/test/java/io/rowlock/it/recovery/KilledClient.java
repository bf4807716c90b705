package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.faults.Network;
import io.rowlock.local.JavaProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.io.MoreFiles;
import org.apache.hbase.thirdparty.com.google.common.io.RecursiveDeleteOption;

/** A client in its own JVM, which is killed in the middle of its only commit. */
final class KilledClient {

  private static final int PATIENCE_SECONDS = 60;

  private KilledClient() {}

  /**
   * Starts such a client, which writes a value to rows and dies.
   *
   * @param faults in the format of {@link Network#FAULTS}; they must end the process
   * @return the identity of its transaction
   */
  static String writeAndDie(
      Configuration configuration, String faults, TableName table, String... rows)
      throws Exception {
    Path directory = Files.createTempDirectory("rowlock-killed-client-");
    try {
      Process process = launch(directory, configuration, faults, table, rows);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("The client did not end in time");
      }
      String output = Files.readString(output(directory));
      assertThat(output).doesNotContain("committed").hasLineCount(1);
      return output.strip();
    } finally {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private static Process launch(
      Path directory, Configuration configuration, String faults, TableName table, String... rows)
      throws IOException {
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      Network.withFaults(configuration, faults).writeXml(site);
    }
    return JavaProcess.of(KilledClient.class)
        .log(directory.resolve("warnings.log"))
        .configuration(directory)
        .arguments(List.of(table.getNameAsString()))
        .arguments(List.of(rows))
        .builder()
        .redirectOutput(output(directory).toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Path output(Path directory) {
    return directory.resolve("output.txt");
  }

  /** The program of the other JVM. Arguments: table, rows. */
  public static void main(String[] arguments) throws IOException {
    TableName table = TableName.valueOf(arguments[0]);
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        TransactionManager manager = TransactionManager.create(connection);
        Transaction transaction = manager.begin()) {
      System.out.println(transaction.id());
      for (int i = 1; i < arguments.length; i++) {
        transaction.table(table).put(Rows.put(arguments[i], "by a killed client"));
      }
      transaction.commit();
      System.out.println("committed " + Bytes.toString(table.getName()));
    }
  }
}
