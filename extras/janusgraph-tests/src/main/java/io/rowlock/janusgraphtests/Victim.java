package io.rowlock.janusgraphtests;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A {@link Client} that is to be killed. */
final class Victim implements AutoCloseable {

  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private Victim(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in = process.outputWriter(StandardCharsets.UTF_8);
  }

  static Victim start(Map<String, String> settings, int lines, Path log) throws IOException {
    List<String> command = new ArrayList<>(ChildJvm.command(Client.class, log));
    command.add(Integer.toString(lines));
    settings.forEach((key, value) -> command.add(key + "=" + value));
    return new Victim(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** Waits until it is ready, and returns how long its commits take. */
  long awaitReady() throws IOException {
    return Long.parseLong(await(Client.READY).strip());
  }

  /** Makes it insert an order, and waits until it commits or has found that it cannot. */
  void insert(String number) throws IOException {
    in.write(number + "\n");
    in.flush();
    await(Client.COMMITTING);
  }

  /** Returns whether the commit has ended. */
  boolean isDone() throws IOException {
    return out.ready();
  }

  void awaitDone() throws IOException {
    await(Client.DONE);
  }

  private String await(String word) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(word)) {
        return line.substring(word.length());
      }
    }
    throw new EOFException("The client ended without " + word);
  }

  /** Kills it as {@code kill -9} does, and waits for its end. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
