package io.rowlock.it.once;

import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Await;
import io.rowlock.local.JavaProcess;
import io.rowlock.once.OnceResult;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.io.MoreFiles;
import org.apache.hbase.thirdparty.com.google.common.io.RecursiveDeleteOption;

/** A client in its own JVM, which repeats work with some ids until it is killed. */
final class OnceProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path directory;
  private final Process process;

  private OnceProcess(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  /** Starts a process, whose order of ids depends on the seed. */
  static OnceProcess start(
      Configuration configuration, TableName ids, TableName table, int count, long seed)
      throws IOException {
    Path directory = Files.createTempDirectory("rowlock-once-");
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      configuration.writeXml(site);
    }
    Process process =
        JavaProcess.of(OnceProcess.class)
            .log(directory.resolve("warnings.log"))
            .configuration(directory)
            .arguments(List.of(ids.getNameAsString(), table.getNameAsString()))
            .arguments(List.of(Integer.toString(count), Long.toString(seed)))
            .builder()
            .redirectOutput(directory.resolve("answers.txt").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new OnceProcess(directory, process);
  }

  /** Kills the process ({@code kill -9}) when it has got some answers; notes all of them. */
  void killAfter(int answers, CountedWork work) throws Exception {
    Await.until(
        "answers of a process", PATIENCE, () -> !process.isAlive() || answers().size() >= answers);
    if (!process.isAlive()) {
      throw new AssertionError("The process ended by itself: " + process.exitValue());
    }
    process.destroyForcibly().waitFor();
    for (String[] answer : answers()) {
      work.note(answer[0], Boolean.parseBoolean(answer[1]), answer[2]);
    }
  }

  /** Returns all complete lines. */
  private List<String[]> answers() throws IOException {
    String text = Files.readString(directory.resolve("answers.txt"));
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> line.split(" ", -1))
        .toList();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
  }

  static List<String> ids(int count) {
    return IntStream.range(0, count).mapToObj(i -> "-p" + i).toList();
  }

  /** The program of the other JVM. Arguments: table of ids, table, number of ids, seed. */
  public static void main(String[] arguments) throws IOException {
    CountedWork work = new CountedWork(TableName.valueOf(arguments[1]));
    List<String> ids = new ArrayList<>(ids(Integer.parseInt(arguments[2])));
    Collections.shuffle(ids, new Random(Long.parseLong(arguments[3])));
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        TransactionManager transactions = TransactionManager.create(connection)) {
      OnceTable<byte[]> once = OnceTable.on(transactions, TableName.valueOf(arguments[0]));
      for (int i = 0; ; i++) {
        String id = ids.get(i % ids.size());
        OnceResult<byte[]> result = work.call(once, id);
        System.out.print(
            id + " " + result.isRepeated() + " " + Bytes.toString(result.value()) + "\n");
      }
    }
  }
}
