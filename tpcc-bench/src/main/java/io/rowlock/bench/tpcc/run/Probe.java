package io.rowlock.bench.tpcc.run;

import io.rowlock.TransactionCounters;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.report.OperationClasses;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads counters outside of terminals; requests of {@code plain} are not counted. */
record Probe(Client client, RpcKinds kinds, OperationTimes times, Client plain, Scale scale) {
  Probe(Client client, RpcKinds kinds, Client plain, Scale scale) {
    this(client, kinds, new OperationTimes(), plain, scale);
  }

  /** The counts at one time; {@code nextOrders} is the sum of all D_NEXT_O_ID. */
  record Reading(
      Operations.Counts operations,
      Map<String, Long> rpcs,
      long rowMutations,
      Map<String, Long> library,
      long nextOrders) {

    Reading minus(Reading earlier) {
      return new Reading(
          operations.minus(earlier.operations),
          minus(rpcs, earlier.rpcs),
          rowMutations - earlier.rowMutations,
          minus(library, earlier.library),
          nextOrders - earlier.nextOrders);
    }

    long allRpcs() {
      return rpcs.values().stream().mapToLong(count -> count).sum();
    }

    private static Map<String, Long> minus(Map<String, Long> later, Map<String, Long> earlier) {
      Map<String, Long> differences = new LinkedHashMap<>();
      later.forEach((name, count) -> differences.put(name, count - earlier.getOrDefault(name, 0L)));
      return differences;
    }
  }

  Operations.Counts operations() {
    return client.operations().counts();
  }

  /** Classes of operations since the last call. */
  List<OperationClass> takeClasses() {
    return OperationClasses.of(kinds.takeMicros(), times.take());
  }

  Reading read() throws IOException {
    Map<String, Long> rpcs = new LinkedHashMap<>();
    kinds.counts().forEach((kind, count) -> rpcs.put(kind.label(), count));
    Map<String, Long> library = client.counters().map(Probe::counts).orElse(Map.of());
    return new Reading(operations(), rpcs, kinds.rowMutations(), library, nextOrders());
  }

  private static Map<String, Long> counts(TransactionCounters counters) {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("begun", counters.begun());
    counts.put("committed", counters.committed());
    counts.put("conflicts", counters.conflicts());
    counts.put("retries", counters.retries());
    counts.put("escalations", counters.escalations());
    counts.put("unknownOutcomes", counters.unknownOutcomes());
    counts.put("failed", counters.failed());
    counts.put("rpcsForeground", counters.rpcsForeground());
    counts.put("rpcsBackground", counters.rpcsBackground());
    return counts;
  }

  private long nextOrders() throws IOException {
    return plain.run(NewOrder.nextOrders(scale)).result();
  }
}
