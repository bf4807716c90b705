package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import java.io.IOException;
import java.util.List;

/** Measures one thing that grows. */
interface Part {
  List<Point<Subject>> measure(Lab lab) throws IOException;

  /** What the points of this part say. */
  List<Finding> judge(ScalePlan plan, Points<Subject> points);
}
