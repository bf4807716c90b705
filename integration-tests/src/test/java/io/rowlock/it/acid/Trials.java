package io.rowlock.it.acid;

import com.google.errorprone.annotations.FormatMethod;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.it.acid.AcidResult.Finding;
import io.rowlock.it.acid.AcidResult.Finding.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs tests one after the other and collects their findings. */
final class Trials {
  private final Consumer<Finding> listener;
  private final List<Finding> findings = new ArrayList<>();

  /** The listener gets each finding. */
  Trials(Consumer<Finding> listener) {
    this.listener = listener;
  }

  /** A test; empty if there is nothing to test. */
  @FunctionalInterface
  interface Trial {
    Optional<String> run() throws IOException;
  }

  void run(String test, String stop, String place, Trial trial) {
    Finding finding = find(test, stop, place, trial);
    findings.add(finding);
    listener.accept(finding);
  }

  /** A transaction that ends with an exception does not commit, wait or retry. */
  private static Finding find(String test, String stop, String place, Trial trial) {
    try {
      return trial
          .run()
          .map(note -> new Finding(test, stop, place, Verdict.PASSED, note))
          .orElseGet(() -> new Finding(test, stop, place, Verdict.ABSENT, "no such point"));
    } catch (Violation | BrokenRowException | IOException e) {
      String reason = e instanceof Violation ? e.getMessage() : e.toString();
      return new Finding(test, stop, place, Verdict.FAILED, String.valueOf(reason));
    }
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** A test has found a violation. */
  static final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message);
    }

    /** Throws if the condition does not hold. */
    @FormatMethod
    static void unless(boolean holds, String otherwise, Object... details) {
      if (!holds) {
        throw new Violation(otherwise.formatted(details));
      }
    }
  }
}
