package io.rowlock.history;

import io.rowlock.history.Anomaly.Kind;
import io.rowlock.history.Dependency.EdgeType;
import java.util.List;
import java.util.stream.Collectors;

/** A cycle of dependencies: its name and its explanation. */
record Cycle(List<Dependency> edges) {

  Kind kind() {
    if (count(EdgeType.REAL_TIME) + count(EdgeType.TIMED_WRITE_WRITE) > 0) {
      return readWrites() == 0 ? Kind.REAL_TIME_VIOLATION : Kind.STALE_READ;
    }
    if (readWrites() == 0) {
      return count(EdgeType.WRITE_READ) == 0 ? Kind.G0 : Kind.G1C;
    }
    if (isLostUpdate()) {
      return Kind.LOST_UPDATE;
    }
    if (readWrites() == 1) {
      return Kind.G_SINGLE_READ_SKEW;
    }
    if (readWritesAreApart()) {
      return Kind.LONG_FORK;
    }
    return count(EdgeType.RANGE_READ_WRITE) > 0 ? Kind.G2_PREDICATE : Kind.G2_ITEM_WRITE_SKEW;
  }

  private long count(EdgeType type) {
    return edges.stream().filter(edge -> edge.type() == type).count();
  }

  private long readWrites() {
    return edges.stream().filter(edge -> edge.type().isReadWrite()).count();
  }

  /**
   * Returns whether the cycle is about only one key, all of its transactions wrote that key, and
   * the read of one of them was old by then.
   */
  private boolean isLostUpdate() {
    boolean oneKey = edges.stream().map(Dependency::key).distinct().count() == 1;
    long writes = count(EdgeType.WRITE_WRITE);
    return oneKey && readWrites() + writes == edges.size() && (writes > 0 || edges.size() == 2);
  }

  private boolean readWritesAreApart() {
    Dependency before = edges.get(edges.size() - 1);
    for (Dependency edge : edges) {
      if (before.type().isReadWrite() && edge.type().isReadWrite()) {
        return false;
      }
      before = edge;
    }
    return true;
  }

  /** Returns an explanation, edge by edge. */
  String explanation(Findings findings) {
    return edges.stream()
        .filter(edge -> edge.type() != EdgeType.BARRIER)
        .map(edge -> sentence(edge, findings))
        .collect(Collectors.joining("; "));
  }

  private String sentence(Dependency edge, Findings findings) {
    String from = findings.name(edge.from());
    if (edge.type() == EdgeType.REAL_TIME) {
      return from + " had ended before " + findings.name(afterBarriers(edge)) + " began";
    }
    String to = findings.name(edge.to());
    String what = edge.value() + " to " + edge.key();
    return switch (edge.type()) {
      case WRITE_WRITE -> to + " wrote " + what + " after " + from + " had written there";
      case TIMED_WRITE_WRITE ->
          to + " wrote " + what + " when " + from + " had written there, by real time";
      case WRITE_READ -> from + " wrote " + what + ", and " + to + " read it";
      case READ_WRITE -> from + " read " + edge.key() + " without what " + to + " wrote: " + what;
      default -> from + " read a range without what " + to + " wrote: " + what;
    };
  }

  private int afterBarriers(Dependency realTime) {
    int at = edges.indexOf(realTime) + 1;
    while (edges.get(at).type() == EdgeType.BARRIER
        && at + 1 < edges.size()
        && edges.get(at + 1).type() == EdgeType.BARRIER) {
      at++;
    }
    return edges.get(at).to();
  }
}
