package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A figure that Rowlock is meant to reach, and what was measured: the median of the rounds. */
public record Target(String what, double measured, Bound bound, double limit) {

  /** On which side of the limit it is good to be. */
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
        Locale.ROOT,
        "%-6s %s: %.3f, should be %s %.2f",
        isMet() ? "met" : "MISSED",
        what,
        measured,
        bound.words,
        limit);
  }
}
