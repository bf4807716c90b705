package io.rowlock.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.run.Terminals.Counts;
import io.rowlock.it.kit.ClientProcess;
import io.rowlock.local.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A client as seen by its parent: its process, and the figures that it wrote last. */
final class SoakProcess extends ClientProcess {
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  /** A transaction that meets a dead server and many rivals takes its time. */
  private static final Duration LONGEST_ORDER = Duration.ofMinutes(10);

  private static final Duration POLL = Duration.ofMillis(20);

  private final ClientPlan plan;
  private final Writer in;
  private volatile @Nullable ClientFigures figures;
  private int orders;

  private SoakProcess(ClientPlan plan, ProcessBuilder client) throws IOException {
    super(client, plan.directory().resolve(Ledger.FILE));
    this.plan = plan;
    this.in = process().outputWriter(UTF_8);
    Thread reader = new Thread(this::read, "soak-reads-" + plan.directory().getFileName());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts a client; does not wait until it works. */
  static SoakProcess start(ClientPlan plan) throws IOException {
    Files.createDirectories(plan.directory());
    return new SoakProcess(
        plan,
        JavaProcess.of(SoakClient.class)
            .serverFlags()
            .flags("-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")
            .log(plan.directory().resolve("client.log"))
            .arguments(List.of(SoakClient.JSON.writeValueAsString(plan)))
            .builder()
            .redirectError(plan.directory().resolve("output.txt").toFile()));
  }

  private void read() {
    try (BufferedReader out = process().inputReader(UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        figures = SoakClient.JSON.readValue(line, ClientFigures.class);
      }
    } catch (IOException killed) {
      // It may have been in the middle of a line.
    }
  }

  /** Its last figures; empty before it works. */
  Optional<ClientFigures> figures() {
    return Optional.ofNullable(figures);
  }

  Counts counts() {
    return figures().map(ClientFigures::counts).orElse(Counts.NONE);
  }

  /** Its ledger, if it has begun one. */
  Optional<Path> ledger() {
    return Optional.of(file()).filter(ledger -> ledger.toFile().length() > 0);
  }

  /** What to say of a process that has ended by itself; empty if it never worked. */
  Optional<String> whyBroken() {
    return figures()
        .map(last -> "A client has ended by itself, see %s".formatted(plan.directory()));
  }

  void awaitWorking() throws IOException {
    await("has not begun", LONGEST_START, () -> figures != null);
  }

  /** Lets it rest if it works, and work if it rests; {@link #awaitOrder} waits for the end. */
  void order() throws IOException {
    orders++;
    in.write("\n");
    in.flush();
  }

  void awaitOrder() throws IOException {
    await(
        "has not come to rest",
        LONGEST_ORDER,
        () -> figures().filter(last -> last.orders() == orders).isPresent());
  }

  /** A condition. */
  private interface Check {
    boolean holds();
  }

  private void await(String complaint, Duration patience, Check check) throws IOException {
    long start = System.nanoTime();
    while (!check.holds()) {
      boolean isLate = System.nanoTime() - start > patience.toNanos();
      if (isLate || !isAlive()) {
        String what = isLate ? complaint + " in time" : "has ended";
        throw new IOException("A client " + what + ", see " + plan.directory());
      }
      Interruption.sleep(POLL);
    }
  }
}
