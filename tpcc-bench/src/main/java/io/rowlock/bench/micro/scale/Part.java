package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Label;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Measures one thing that grows. */
interface Part {
  List<Point<Subject>> measure(Lab lab) throws IOException;

  /** Derives figures from the points of this part, and judges them. */
  List<Finding> judge(ScalePlan plan, Points<Subject> points);

  /** What grows. */
  enum PartName implements Label {
    ROWS,
    DELAY,
    HOT_ROW,
    LOCKS;

    /** Whether it measures transactions. */
    boolean hasPoints() {
      return this != LOCKS;
    }

    Part part() {
      return switch (this) {
        case ROWS -> new RowsPart();
        case DELAY -> new DelayPart();
        case HOT_ROW -> new HotRowPart();
        case LOCKS -> throw new IllegalStateException("Sizes of locks are no points");
      };
    }

    @Override
    public String toString() {
      return label();
    }
  }

  /** A figure derived from several points, perhaps with a goal. */
  record Finding(String what, Spread measured, @Nullable Target target) {

    /** Adds the finding, if it was measured. */
    static void note(List<Finding> all, String what, Optional<Spread> measured) {
      measured.ifPresent(spread -> all.add(new Finding(what, spread, null)));
    }

    /** As above, with a target for the highest median. */
    static void judge(
        List<Finding> all, double most, String what, Optional<Spread> measured, boolean settled) {
      measured.ifPresent(
          spread -> {
            Target target = new Target(what, spread.median(), Bound.AT_MOST, most, settled);
            all.add(new Finding(what, spread, target));
          });
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "       %s: %.2f (%.2f..%.2f)",
          what,
          measured.median(),
          measured.min(),
          measured.max());
    }
  }
}
