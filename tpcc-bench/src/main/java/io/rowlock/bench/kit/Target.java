package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A target figure of Rowlock and the measured median of the rounds. */
public record Target(String what, double measured, Bound bound, double limit) {

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
        Locale.ROOT,
        "%-6s %s: %.3f, should be %s",
        isMet() ? "met" : "MISSED",
        what,
        measured,
        should());
  }

  String should() {
    return String.format(Locale.ROOT, "%s %.2f", bound.words, limit);
  }
}
