package io.rowlock.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random schedules find every mutant of the protocol within the number of schedules that it states,
 * and nothing in the library as it is. Each build hunts a random part of those that are found soon;
 * {@code scripts/verify-all} hunts all.
 */
@TestInstance(Lifecycle.PER_CLASS)
class MutantsTest {

  private static final long SCHEDULES_OF_THE_LIBRARY = 1_000;

  /** Longer hunts would make the time of a build depend on the part that it draws. */
  private static final int MOST_SCHEDULES_OF_A_PART = 20_000;

  private static final int PARTS = Integer.getInteger("mutants.parts", 16);
  private static final int PART =
      Integer.getInteger("mutants.part", new SecureRandom().nextInt(PARTS));

  /** What a store does below the protocol: see {@code MistakesIT}. */
  private static final Set<Integer> MISTAKES_OF_STORES = Set.of(13);

  private final ExecutorService threads =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
  private final Map<Mutant, Future<Hunt.@Nullable Kill>> hunts = new HashMap<>();

  /** Each part gets its share of the mutants that take long to find. */
  static List<Mutant> hunted() {
    List<Mutant> all =
        Mutant.all().stream().sorted(Comparator.comparingInt(Mutant::within)).toList();
    return IntStream.range(0, all.size())
        .filter(i -> i % PARTS == PART)
        .mapToObj(all::get)
        .filter(mutant -> PARTS == 1 || mutant.within() <= MOST_SCHEDULES_OF_A_PART)
        .toList();
  }

  @BeforeAll
  void beginToHunt() {
    System.out.printf("hunting with -Dmutants.parts=%d -Dmutants.part=%d%n", PARTS, PART);
    for (Mutant mutant : Lists.reverse(hunted())) { // so that the longest hunt is not the last
      hunts.put(mutant, threads.submit(() -> hunt(mutant)));
    }
  }

  /** Prints each result, because all of them together take half an hour. */
  private static Hunt.@Nullable Kill hunt(Mutant mutant)
      throws IOException, ReflectiveOperationException {
    Hunt.Kill kill = hunt(mutant.changes(), mutant.within());
    String seed = kill == null ? "none" : String.valueOf(kill.seed());
    System.out.printf("%s: schedule %s of %d%n", mutant.name(), seed, mutant.within());
    return kill;
  }

  private static Hunt.@Nullable Kill hunt(List<GuardChange> changes, long schedules)
      throws IOException, ReflectiveOperationException {
    return Hunt.on(changes).first(1, 1 + schedules);
  }

  @AfterAll
  void stop() {
    threads.shutdownNow();
  }

  @ParameterizedTest
  @MethodSource("hunted")
  void simulatorKillsMutant(Mutant mutant) throws Exception {
    Hunt.Kill kill = Objects.requireNonNull(hunts.get(mutant)).get();
    assertThat(kill).as("%s within %d schedules", mutant.name(), mutant.within()).isNotNull();
  }

  @Test
  void nothingIsFoundInTheLibrary() throws Exception {
    Callable<Hunt.@Nullable Kill> hunt = () -> hunt(List.of(), SCHEDULES_OF_THE_LIBRARY);
    assertThat(threads.submit(hunt).get()).isNull();
  }

  @Test
  void everyMistakeOfTheDesignIsMade() {
    Set<Integer> made = Mutant.all().stream().map(Mutant::mistake).collect(Collectors.toSet());
    for (int number = 1; number <= 14; number++) {
      boolean elsewhere = MISTAKES_OF_STORES.contains(number);
      assertThat(made.contains(number)).as("mistake %d", number).isEqualTo(!elsewhere);
    }
  }

  /** A mutant that is removed must be removed in two places. */
  @Test
  void noneIsMissing() throws IOException {
    Set<String> listed = new TreeSet<>(readList());
    Set<String> names = Mutant.all().stream().map(Mutant::name).collect(Collectors.toSet());
    assertThat(names).hasSameSizeAs(Mutant.all()).containsExactlyInAnyOrderElementsOf(listed);
    assertThat(listed).hasSizeGreaterThanOrEqualTo(40);
  }

  private static List<String> readList() throws IOException {
    try (var list = MutantsTest.class.getResourceAsStream("mutants.txt")) {
      byte[] bytes = Objects.requireNonNull(list).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    }
  }
}
