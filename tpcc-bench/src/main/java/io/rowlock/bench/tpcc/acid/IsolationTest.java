package io.rowlock.bench.tpcc.acid;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One of the isolation tests (clause 3.4.2). */
interface IsolationTest {

  /** Its number in the specification. */
  int number();

  /** Where its T1 can be stopped, if the commit has such a point. */
  List<StopPoint> stops();

  /**
   * Carries it out.
   *
   * @return what happened, for people; empty when T1 does not pass the stop point
   * @throws Violation when isolation is broken
   */
  Optional<String> run(Scene scene, StopPoint stop) throws IOException;
}
