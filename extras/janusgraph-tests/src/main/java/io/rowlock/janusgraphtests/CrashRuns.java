package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills one of two clients that insert an order with the same number, again and again. The client
 * that survives is this JVM.
 */
final class CrashRuns implements AutoCloseable {

  private static final int STARTED_AHEAD = 3; // a start takes many times as long as a run
  private static final int BETWEEN_REPORTS = 10;

  private final Map<String, String> settings;
  private final int lines;
  private final Path log;
  private final Random random;
  private final OrderGraph graph;
  private final ExecutorService rival = Executors.newSingleThreadExecutor();
  private final List<String> numbers = new ArrayList<>();
  private final Queue<Victim> victims = new ArrayDeque<>();

  /**
   * Creates the graph.
   *
   * @param settings of both clients
   * @param lines of an order
   * @param log for what the clients to be killed log
   */
  CrashRuns(Map<String, String> settings, int lines, Path log, Random random) {
    this.settings = settings;
    this.lines = lines;
    this.log = log;
    this.random = random;
    this.graph = OrderGraph.open(settings);
    graph.createSchema();
    graph.commitMicros("warm-up of the rival", lines);
  }

  /** Runs until that many clients were killed in a commit; others start while one runs. */
  void run(int kills) throws IOException {
    for (int started = 0, i = 0; i < kills; i++) {
      for (; started < Math.min(kills, i + STARTED_AHEAD); started++) {
        victims.add(Victim.start(settings, lines, log));
      }
      try (Victim victim = victims.remove()) {
        kill(victim, "order " + i, victim.awaitReady());
      }
      if ((i + 1) % BETWEEN_REPORTS == 0) {
        System.err.printf("%d of %d clients were killed%n", i + 1, kills);
      }
    }
  }

  /** Kills the client at a random instant of a commit, in the first of its commits it hits. */
  private void kill(Victim victim, String name, long micros) throws IOException {
    boolean isHit = false;
    for (int attempt = 0; !isHit; attempt++) {
      String number = name + "." + attempt;
      numbers.add(number);
      victim.insert(number);
      CompletableFuture<Boolean> other =
          CompletableFuture.supplyAsync(() -> insertToo(number, 2 * micros), rival);
      pause(micros);
      isHit = !victim.isDone();
      if (isHit) {
        victim.close();
      } else {
        victim.awaitDone();
      }
      boolean unused = other.join();
    }
  }

  private boolean insertToo(String number, long micros) {
    pause(micros);
    return insert(number);
  }

  private void pause(long micros) {
    LockSupport.parkNanos(random.nextLong(1_000 * micros));
  }

  /** Returns whether an order with the number exists now, as far as this client knows. */
  private boolean insert(String number) {
    try {
      graph.insert(number, lines, () -> {});
      return true;
    } catch (RuntimeException refused) { // the other client has the lock, or wrote first
      return false;
    }
  }

  /**
   * Inserts what no client could, when the locks of the dead clients have expired.
   *
   * @return how many orders cannot be inserted even then
   */
  int complete(Duration expiry) {
    if (!numbers.isEmpty()) {
      LockSupport.parkNanos(expiry.toNanos());
    }
    return (int) numbers.stream().filter(number -> !insert(number)).count();
  }

  Census census() {
    return Census.of(graph, numbers, lines);
  }

  /** Returns how many orders clients have tried to insert. */
  int orders() {
    return numbers.size();
  }

  @Override
  public void close() {
    victims.forEach(Victim::close);
    rival.shutdown();
    graph.close();
  }
}
