package io.rowlock.history;

import java.util.List;

/**
 * Checks whether a history was strictly serializable: whether there is one order of all committed
 * transactions that explains what each has read, and in which none comes before a transaction that
 * had ended when it began.
 *
 * <p>The anomalies have the names of Adya, Liskov and O'Neil, "Generalized Isolation Level
 * Definitions", ICDE 2000, and of Adya's thesis "Weak Consistency: A Generalized Theory and
 * Optimistic Implementations for Distributed Transactions", MIT 1999: cycles of dependencies, named
 * by the fewest reads that missed a write that they need. The order of writes comes from lists that
 * are only appended to, as in Kingsbury and Alvaro, "Elle: Inferring Isolation Anomalies from
 * Experimental Observations", VLDB 2020, or from the store itself. Each strongly connected
 * component of the graph is reported once, by its most serious cycle.
 *
 * <p>A transaction without an outcome counts as committed if a committed one has read its writes,
 * or if they are there in the end; else it is left out. Reads of transactions that have not
 * committed are not judged. If the order of a register is not given, versions are ordered as far as
 * a transaction read one before it wrote the other, or real time orders them ({@link
 * RegisterTimes}).
 */
public final class HistoryChecker {

  private HistoryChecker() {}

  /** Returns the anomalies of the history; empty if it is strictly serializable. */
  public static List<Anomaly> check(History history) {
    Findings findings = new Findings(history.transactions());
    HistoryIndex index = new HistoryIndex(history, findings);
    DependencyGraph graph = new DependencyGraph(index.size());
    WriteCheck writes = new WriteCheck(index, graph, findings);
    writes.check();
    ReadEdges edges = new ReadEdges(index, graph, writes);
    edges.findSuccessors();
    new ReadCheck(index, edges, findings).check();
    edges.addTimed();
    graph.addRealTime(index);
    graph.close();
    if (graph.hasCycle()) {
      for (List<Dependency> edgesOfCycle : CycleSearch.cycles(graph)) {
        Cycle cycle = new Cycle(edgesOfCycle);
        findings.add(cycle.kind(), cycle.explanation(findings));
      }
    }
    return findings.anomalies();
  }
}
