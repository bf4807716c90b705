package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A figure derived from several points, with its goal when it has one. */
record Finding(String what, Spread measured, @Nullable Target target) {

  static Finding noted(String what, Spread measured) {
    return new Finding(what, measured, null);
  }

  static Finding atMost(double limit, String what, Spread measured) {
    return new Finding(what, measured, new Target(what, measured.median(), Bound.AT_MOST, limit));
  }

  @Override
  public String toString() {
    String figures =
        String.format(
            Locale.ROOT, "%.2f (%.2f..%.2f)", measured.median(), measured.min(), measured.max());
    return target == null
        ? "       " + what + ": " + figures
        : String.format(
            Locale.ROOT,
            "%-6s %s: %s, should be at most %.2f",
            target.isMet() ? "met" : "MISSED",
            what,
            figures,
            target.limit());
  }
}
