package io.rowlock.janusgraphtests;

import java.util.Optional;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * A part of a suite's methods. JanusGraph waits most of the time, so parts in JVMs of their own end
 * sooner.
 *
 * @param number from 0
 * @param of the number of parts
 */
record Part(int number, int of) implements PostDiscoveryFilter {

  private static final String PROPERTY = "rowlock.janusgraph.part";

  /** Returns the part that this JVM runs, by default the whole. */
  static Part ofThisJvm() {
    String[] part = System.getProperty(PROPERTY, "0/1").split("/", -1);
    return new Part(Integer.parseInt(part[0]), Integer.parseInt(part[1]));
  }

  /** Returns the option of the JVM that runs it. */
  String option() {
    return "-D" + PROPERTY + "=" + number + "/" + of;
  }

  @Override
  public FilterResult apply(TestDescriptor test) {
    Optional<MethodSource> method =
        test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
    return FilterResult.includedIf(method.map(this::has).orElse(true));
  }

  private boolean has(MethodSource method) {
    String name = method.getClassName() + method.getMethodName();
    return Math.floorMod(name.hashCode(), of) == number;
  }

  /** Returns the end of a name: nothing for the whole. */
  @Override
  public String toString() {
    return of == 1 ? "" : "-" + number;
  }
}
