package io.rowlock.bench.kit.clients;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.clients.ClientKind.Assignment;
import io.rowlock.bench.kit.clients.ClientProcess.Answer;
import io.rowlock.bench.kit.clients.Message.Step;
import io.rowlock.bench.kit.local.ProcessorTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;

/** Clients in processes of their own, which end with this process. */
final class ClientProcesses<W, R> implements Clients<W, R> {
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final ClientKind<W, R> kind;
  private final List<ProcessHandle> servers;
  private final List<ClientProcess> clients = new ArrayList<>();
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final Thread killAtTheEnd = new Thread(this::kill, "bench-kill-clients");
  private Map<String, String> settings = Map.of();

  /** Whether no client owes an answer, so that each of them reads the next message. */
  private boolean isIdle;

  private ClientProcesses(ClientKind<W, R> kind, List<ProcessHandle> servers) {
    this.kind = kind;
    this.servers = List.copyOf(servers);
    Runtime.getRuntime().addShutdownHook(killAtTheEnd);
  }

  /**
   * Starts all processes, and returns when all are connected.
   *
   * @param commands the command of each client, by its number from 0
   * @param servers processes of servers; empty if they are unknown
   * @param err gets what the clients print
   */
  static <W, R> ClientProcesses<W, R> start(
      ClientKind<W, R> kind,
      int count,
      IntFunction<ProcessBuilder> commands,
      Configuration configuration,
      List<ProcessHandle> servers,
      PrintWriter err)
      throws IOException {
    ClientProcesses<W, R> all = new ClientProcesses<>(kind, servers);
    try {
      for (int i = 0; i < count; i++) {
        String name = "client " + (i + 1);
        all.clients.add(ClientProcess.start(name, commands.apply(i), all.answers, err));
      }
      all.connect(configuration);
      return all;
    } catch (IOException | RuntimeException | Error e) {
      try (all) {
        throw e;
      }
    }
  }

  private void connect(Configuration configuration) throws IOException {
    isIdle = false;
    for (int i = 0; i < clients.size(); i++) {
      Assignment assignment = new Assignment(configuration, i, clients.size());
      clients.get(i).send(Message.of(Step.OPEN, Opening.of(assignment)));
    }
    settings = await(Step.READY).get(0).texts();
    isIdle = true;
  }

  @Override
  public Measured<R> run(W window) throws IOException {
    isIdle = false;
    sendAll(Message.of(Step.PREPARE, window));
    var unused = await(Step.READY);
    ProcessorTime before = processorTime();
    sendAll(Message.of(Step.RUN, ""));
    List<Message> done = await(Step.DONE);
    ProcessorTime cpu = processorTime().since(before);
    isIdle = true;
    R sum = done.get(0).as(kind.results());
    for (Message other : done.subList(1, done.size())) {
      sum = kind.sum(sum, other.as(kind.results()));
    }
    return new Measured<>(sum, cpu);
  }

  private void sendAll(Message message) {
    clients.forEach(client -> client.send(message));
  }

  /** Waits for one answer of each client; fails at the first failure of any of them. */
  private List<Message> await(Step expected) throws IOException {
    List<Message> all = new ArrayList<>();
    while (all.size() < clients.size()) {
      Answer answer = take();
      if (answer.message().step() != expected) {
        throw new IOException(reason(answer));
      }
      all.add(answer.message());
    }
    return all;
  }

  private static String reason(Answer answer) throws IOException {
    String text = answer.message().as(String.class);
    return "%s failed: %s".formatted(answer.client(), text);
  }

  private Answer take() throws IOException {
    try {
      return answers.take();
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  private ProcessorTime processorTime() {
    return ProcessorTime.now(handles(), servers);
  }

  List<ProcessHandle> handles() {
    return clients.stream().map(ClientProcess::handle).toList();
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  /** Ends all clients; those that still run a window are killed. */
  @Override
  public void close() throws IOException {
    try {
      if (isIdle) {
        sendAll(Message.of(Step.END, ""));
        for (ClientProcess client : clients) {
          var unused = client.endsWithin(GRACE);
        }
      }
    } finally {
      kill();
      forgetShutdownHook();
    }
  }

  private void kill() {
    clients.forEach(ClientProcess::kill);
  }

  private void forgetShutdownHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(killAtTheEnd);
    } catch (IllegalStateException shuttingDown) {
      // It runs already.
    }
  }
}
