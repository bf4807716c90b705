package io.rowlock.bench.ablation;

import io.rowlock.bench.kit.Rounds;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a part, variant by variant in turns.
 *
 * @param out the directory with all results
 */
record Turns(
    Runs runs, Rounds rounds, int turns, List<Mechanism> mechanisms, Path out, PrintWriter err) {

  /**
   * Runs a part.
   *
   * @param conf finds the servers; null if the part starts its own
   */
  List<Measured> run(Part part, @Nullable Path conf) throws IOException {
    if (conf != null && part.preparation(conf).isPresent()) {
      say(part, "is prepared");
      runs.run(Variant.ALL, part.preparation(conf).get(), out.resolve(part + "/preparation"));
    }
    List<Measured> measured = new ArrayList<>(run(part, 1, Variant.ALL, conf));
    List<Variant> variants = variants(measured);
    for (int turn = 1; turn <= turns; turn++) {
      for (Variant variant : Rounds.order(variants, turn)) {
        if (turn > 1 || !variant.equals(Variant.ALL)) {
          measured.addAll(run(part, turn, variant, conf));
        }
      }
    }
    return measured;
  }

  /** Returns all variants that differ here: a mechanism that does not fire makes no difference. */
  private List<Variant> variants(List<Measured> first) {
    Stream<Variant> without =
        mechanisms.stream()
            .filter(mechanism -> first.stream().anyMatch(one -> one.line().hasFired(mechanism)))
            .map(Variant::new);
    return Stream.concat(Stream.of(Variant.ALL), without).toList();
  }

  private List<Measured> run(Part part, int turn, Variant variant, @Nullable Path conf)
      throws IOException {
    Path directory = out.resolve(part + "/turn-" + turn + "/" + variant);
    Path results = part.results(directory);
    if (Files.exists(results)) {
      say(part, "turn " + turn + ", " + variant + ": has run already");
    } else {
      say(part, "turn " + turn + ", " + variant);
      run(variant, part.arguments(rounds, conf, directory), directory, results);
    }
    return Line.read(results).stream()
        .map(line -> new Measured(part, turn, variant, line))
        .toList();
  }

  /** A run that failed, even if only a check did, leaves no results. */
  private void run(Variant variant, List<String> arguments, Path directory, Path results)
      throws IOException {
    try {
      runs.run(variant, arguments, directory);
    } catch (IOException | RuntimeException failed) {
      Files.deleteIfExists(results);
      throw failed;
    }
  }

  private void say(Part part, String what) {
    err.println("bench ablation: " + part + " " + what);
    err.flush();
  }
}
