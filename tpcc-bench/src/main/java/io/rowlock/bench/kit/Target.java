package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * A target figure of Rowlock and the measured median of the rounds.
 *
 * @param settled whether the series had settled, so that the figure is evidence
 */
public record Target(String what, double measured, Bound bound, double limit, boolean settled)
    implements Table.Evidence {

  /** Returns a target for what does not depend on speed, such as failures. */
  public Target(String what, double measured, Bound bound, double limit) {
    this(what, measured, bound, limit, true);
  }

  /** The good side of the limit. */
  public enum Bound {
    AT_MOST("at most"),
    AT_LEAST("at least");

    private final String words;

    Bound(String words) {
      this.words = words;
    }
  }

  @JsonProperty("met")
  public boolean isMet() {
    return switch (bound) {
      case AT_MOST -> measured <= limit;
      case AT_LEAST -> measured >= limit;
    };
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%-6s %s: %.3f, should be %s", verdict(), what, measured, should());
  }

  /** Returns what became of the goal. */
  String verdict() {
    if (!settled) {
      return "NO EVIDENCE";
    }
    return isMet() ? "met" : "MISSED";
  }

  /** Returns whether the goal is met for certain. */
  boolean isShown() {
    return settled && isMet();
  }

  String should() {
    return String.format(Locale.ROOT, "%s %.2f", bound.words, limit);
  }
}
