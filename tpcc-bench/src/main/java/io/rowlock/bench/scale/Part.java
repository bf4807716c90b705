package io.rowlock.bench.scale;

import java.io.IOException;
import java.util.List;

/** Measures one thing that grows. */
interface Part {
  List<Point> measure(Lab lab) throws IOException;

  /** What the points of this part say. */
  List<Finding> judge(ScalePlan plan, Points points);
}
