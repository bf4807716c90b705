package io.rowlock.bench.kit.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.clients.Message.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that is a client of its parent's run: it obeys the messages on its standard input, and
 * ends with its parent. Everything else that is printed goes to the standard error output.
 */
public final class ClientServer {
  private static final Logger LOG = LoggerFactory.getLogger(ClientServer.class);

  private final PrintStream parent;
  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();

  private ClientServer(PrintStream parent) {
    this.parent = parent;
  }

  /** Returns the exit status when the parent has no more windows, or when the client failed. */
  public static <W, R> int serve(ClientKind<W, R> kind) throws IOException {
    ClientServer server = new ClientServer(System.out);
    System.setOut(System.err);
    Thread reader = new Thread(server::read, "bench-client-messages");
    reader.setDaemon(true);
    reader.start();
    try {
      server.serveAll(kind);
      return ExitStatus.GOOD;
    } catch (IOException e) {
      LOG.error("The client failed", e);
      server.send(Step.FAILED, String.valueOf(e.getMessage()));
      return ExitStatus.RUN_FAILED;
    } catch (RuntimeException | Error e) {
      server.send(Step.FAILED, e.toString());
      throw e;
    }
  }

  private <W, R> void serveAll(ClientKind<W, R> kind) throws IOException {
    Message first = next();
    if (first.step() == Step.END) {
      return;
    }
    try (WindowClient<W, R> client = kind.open(first.as(Opening.class).assignment())) {
      send(Step.READY, client.settings());
      for (Message message = next(); message.step() != Step.END; message = next()) {
        W window = message.as(kind.windows());
        client.prepare(window);
        send(Step.READY, "");
        if (next().step() == Step.END) {
          return;
        }
        send(Step.DONE, client.run(window));
      }
    }
  }

  private Message next() throws IOException {
    try {
      return messages.take();
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    }
  }

  private void send(Step step, Object content) throws IOException {
    parent.println(Message.of(step, content).line());
    parent.flush();
  }

  /** Ends the process if its parent ends without a message, whatever the process does. */
  private void read() {
    try {
      BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Message message = Message.parse(line).orElseThrow(() -> new IOException("No message"));
        messages.add(message);
        if (message.step() == Step.END) {
          return;
        }
      }
    } catch (IOException e) {
      LOG.error("The messages of the parent cannot be read", e);
    }
    Runtime.getRuntime().halt(ExitStatus.RUN_FAILED);
  }
}
