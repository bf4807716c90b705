package io.rowlock.bench.kit.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.local.JavaProcess;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Clients in processes of their own on this machine, which parse the arguments of the command
 * again.
 *
 * @param <W> what describes a window
 * @param <S> what one client has done in a window
 */
public final class ClientProcesses<W, S> implements Clients<W, S> {
  private final List<ClientProcess> processes = new ArrayList<>();
  private final Closer closer = Closer.create();

  private final Class<S> shareType;

  private ClientProcesses(Class<S> shareType) {
    this.shareType = shareType;
  }

  /**
   * Starts them, and waits until all are ready.
   *
   * @param command a command whose object is a {@link ClientProgram}
   */
  public static <W, S> ClientProcesses<W, S> start(
      int number, CommandSpec command, Configuration configuration, Class<S> shareType)
      throws IOException {
    ClientProcesses<W, S> clients = new ClientProcesses<>(shareType);
    try {
      clients.startAll(number, command, configuration);
      return clients;
    } catch (IOException | RuntimeException e) {
      try (clients) {
        throw e;
      }
    }
  }

  private void startAll(int number, CommandSpec command, Configuration configuration)
      throws IOException {
    Path site = Files.createTempFile("rowlock-bench-client", ".xml");
    closer.register(() -> Files.deleteIfExists(site));
    try (OutputStream out = Files.newOutputStream(site)) {
      configuration.writeXml(out);
    }
    for (int i = 0; i < number; i++) {
      List<String> arguments = new ArrayList<>();
      arguments.add(command.userObject().getClass().getName());
      arguments.add(site.toString());
      arguments.add(Integer.toString(i));
      arguments.addAll(argumentsOf(command));
      processes.add(closer.register(new ClientProcess(i, arguments)));
    }
    for (ClientProcess process : processes) {
      process.awaitReady();
    }
  }

  /** The arguments behind the command's name. */
  private static List<String> argumentsOf(CommandSpec command) {
    List<String> all = command.commandLine().getParseResult().originalArgs();
    return all.subList(all.indexOf(command.name()) + 1, all.size());
  }

  @Override
  public List<S> run(W window, int clients) throws IOException {
    List<ClientProcess> some = processes.subList(0, clients);
    String line = ClientMain.JSON.writeValueAsString(window);
    for (ClientProcess process : some) {
      process.send(line);
    }
    List<S> shares = new ArrayList<>();
    for (ClientProcess process : some) {
      shares.add(ClientMain.JSON.readValue(process.read(), shareType));
    }
    return List.copyOf(shares);
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }

  /** One process. */
  private static final class ClientProcess implements Closeable {
    private final int number;
    private final Path log;
    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    ClientProcess(int number, List<String> arguments) throws IOException {
      this.number = number;
      this.log =
          Path.of(System.getProperty("rowlock.log", "logs/bench.log"))
              .resolveSibling("bench-client-" + number + ".log");
      this.process =
          JavaProcess.of(ClientMain.class)
              .serverFlags()
              .log(log)
              .arguments(arguments)
              .builder()
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      this.out = process.inputReader(UTF_8);
      this.in = process.outputWriter(UTF_8);
    }

    void awaitReady() throws IOException {
      String line = read();
      if (!line.equals(ClientMain.READY)) {
        throw new IOException("Client process " + number + " said " + line);
      }
    }

    void send(String line) throws IOException {
      in.write(line);
      in.write('\n');
      in.flush();
    }

    String read() throws IOException {
      String line = out.readLine();
      if (line == null) {
        throw new IOException("Client process " + number + " has ended, see " + log);
      }
      return line;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
