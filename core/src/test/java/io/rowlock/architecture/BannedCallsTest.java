package io.rowlock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.architecture.CompiledClasses.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Code of the protocol or of a transaction must not block, start a thread, read a global clock or
 * use a global random generator: the simulation runs the same code on one thread, in virtual time,
 * from a seed.
 */
class BannedCallsTest {

  private static final List<String> PACKAGES =
      List.of("io.rowlock.internal.protocol", "io.rowlock.internal.transaction");

  private static final Pattern BANNED =
      Pattern.compile(
          String.join(
              "|",
              // time
              "java\\.lang\\.System\\.(currentTimeMillis|nanoTime)",
              "java\\.time\\.(Instant|LocalDateTime|ZonedDateTime|OffsetDateTime)\\.now",
              "java\\.time\\.Clock\\.system.*",
              ".*\\.EnvironmentEdgeManager\\..*",
              // randomness
              "java\\.util\\.(Random|SplittableRandom)\\.<init>",
              "java\\.security\\.SecureRandom\\.<init>",
              "java\\.util\\.concurrent\\.ThreadLocalRandom\\..*",
              "java\\.lang\\.Math\\.random",
              "java\\.util\\.UUID\\.randomUUID",
              // threads
              "java\\.lang\\.Thread\\..*",
              "java\\.util\\.Timer\\..*",
              "java\\.util\\.concurrent\\.Executors\\..*",
              "java\\.util\\.concurrent\\.(Scheduled)?ThreadPoolExecutor\\..*",
              "java\\.util\\.concurrent\\.ForkJoinPool\\..*",
              "java\\.util\\.concurrent\\.CompletableFuture\\.\\w+Async",
              "java\\.util\\.concurrent\\.CompletableFuture\\.(orTimeout|completeOnTimeout)",
              "java\\.util\\.concurrent\\.CompletableFuture\\.delayedExecutor",
              // blocking
              "java\\.util\\.concurrent\\.(Future|CompletableFuture)\\.(get|join)",
              "java\\.util\\.concurrent\\.locks\\..*\\.(await\\w*|park\\w*)",
              "java\\.util\\.concurrent\\.(CountDownLatch|CyclicBarrier)\\.await",
              "java\\.util\\.concurrent\\.Semaphore\\.acquire\\w*",
              "java\\.util\\.concurrent\\.BlockingQueue\\.(take|put)",
              "java\\.lang\\.Object\\.wait"));

  @Test
  void mainClassesMakeNoBannedCall() throws IOException {
    CompiledClasses main = CompiledClasses.main();
    for (String packageName : PACKAGES) {
      Set<Use> calls = main.calls(packageName);
      assertThat(calls).hasSizeGreaterThan(100);
      assertThat(violations(calls)).isEmpty();
    }
  }

  /** Also in a package below. */
  @Test
  void everyPlantedCallIsFound(@TempDir Path directory) throws IOException {
    List<String> planted =
        List.of(
            "System.currentTimeMillis()",
            "System.nanoTime()",
            "java.time.Instant.now()",
            "new java.util.Random()",
            "new java.util.SplittableRandom(1)",
            "java.util.concurrent.ThreadLocalRandom.current()",
            "java.util.UUID.randomUUID()",
            "new Thread(() -> {})",
            "Thread.currentThread()",
            "java.util.concurrent.Executors.newCachedThreadPool()",
            "java.util.concurrent.CompletableFuture.supplyAsync(() -> 1)",
            "new java.util.concurrent.CompletableFuture<String>().join()",
            "java.util.stream.Stream.of(new java.util.concurrent.CompletableFuture<String>())"
                + ".map(java.util.concurrent.CompletableFuture::join)");
    String packageName = PACKAGES.get(0);
    String room = packageName + ".lock";
    CompiledClasses classes = CompiledClasses.compile(directory, source(room, planted));
    List<String> offenders =
        violations(classes.calls(packageName)).stream().map(Use::user).distinct().toList();
    assertThat(offenders)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, planted.size())
                .mapToObj(number -> room + ".Planted" + number)
                .toList());
  }

  @Test
  void harmlessCallsAreLeftAlone(@TempDir Path directory) throws IOException {
    List<String> harmless =
        List.of(
            "String.join(\",\", \"a\")",
            "java.util.Optional.of(1).get()",
            "new java.util.concurrent.CompletableFuture<String>().thenApply(x -> x)");
    String packageName = PACKAGES.get(0);
    CompiledClasses classes = CompiledClasses.compile(directory, source(packageName, harmless));
    assertThat(violations(classes.calls(packageName))).isEmpty();
  }

  /** One class for each expression. */
  private static String source(String packageName, List<String> expressions) {
    StringBuilder source = new StringBuilder("package " + packageName + ";");
    for (int number = 0; number < expressions.size(); number++) {
      source.append("class Planted" + number + " { Object x = " + expressions.get(number) + "; }");
    }
    return source.toString();
  }

  private static List<Use> violations(Set<Use> calls) {
    return calls.stream().filter(call -> BANNED.matcher(call.used()).matches()).toList();
  }
}
