package io.rowlock.bench.kit.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.clients.Message.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** One client process, as its parent sees it. */
final class ClientProcess {
  private static final Duration END = Duration.ofSeconds(10);

  private final String name;
  private final Process process;
  private final Writer input;
  private final Queue<Answer> answers;
  private final PrintWriter err;

  /** A message of a client. */
  record Answer(ClientProcess client, Message message) {}

  private ClientProcess(String name, Process process, Queue<Answer> answers, PrintWriter err) {
    this.name = name;
    this.process = process;
    this.input = process.outputWriter(UTF_8);
    this.answers = answers;
    this.err = err;
  }

  /**
   * Starts a process. Its messages go to the queue, the last one when it has ended; what else it
   * prints goes to the writer.
   */
  static ClientProcess start(
      String name, ProcessBuilder builder, Queue<Answer> answers, PrintWriter err)
      throws IOException {
    ClientProcess client = new ClientProcess(name, builder.start(), answers, err);
    client.startThread(client::readMessages, "messages");
    client.startThread(client::readErrors, "errors");
    return client;
  }

  private void startThread(Runnable work, String what) {
    Thread thread = new Thread(work, "bench-" + name.replace(' ', '-') + "-" + what);
    thread.setDaemon(true);
    thread.start();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** A process that has ended gets no message: its last answer is already in the queue. */
  void send(Message message) {
    try {
      input.write(message.line() + "\n");
      input.flush();
    } catch (IOException e) {
      if (process.isAlive()) {
        answers.add(new Answer(this, Message.of(Step.FAILED, "cannot be reached: " + e)));
      }
    }
  }

  void kill() {
    var unused = process.destroyForcibly();
  }

  /** Returns whether the process has ended. */
  boolean endsWithin(Duration patience) throws InterruptedIOException {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  private void readMessages() {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Optional<Message> message = Message.parse(line);
        if (message.isPresent()) {
          answers.add(new Answer(this, message.get()));
        } else {
          show(line);
        }
      }
      answers.add(new Answer(this, Message.of(Step.FAILED, end())));
    } catch (IOException e) {
      answers.add(new Answer(this, Message.of(Step.FAILED, "cannot be understood: " + e)));
    }
  }

  private String end() throws InterruptedIOException {
    return endsWithin(END)
        ? "ended with status " + process.exitValue()
        : "closed its standard output";
  }

  private void readErrors() {
    try (BufferedReader lines = process.errorReader(UTF_8)) {
      lines.lines().forEach(this::show);
    } catch (IOException | UncheckedIOException killed) {
      // The rest is lost.
    }
  }

  private void show(String line) {
    err.println(this + ": " + line);
    err.flush();
  }

  @Override
  public String toString() {
    return name + " (process " + process.pid() + ")";
  }
}
