package io.rowlock.bench.tpcc.run;

import io.rowlock.TransactionCounters;
import io.rowlock.bench.kit.Firings;
import io.rowlock.bench.kit.Warmth;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.OperationTimes.Spent;
import io.rowlock.bench.tpcc.access.RpcKinds;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.OperationClasses;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.local.ProcessorTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Reads counters outside of terminals; requests of {@code plain} are not counted. */
record Probe(
    Client client,
    RpcKinds kinds,
    OperationTimes times,
    Client plain,
    Scale scale,
    @Nullable Path conf) {

  /**
   * Creates a probe.
   *
   * @param conf the configuration of servers with processes of their own, if the user named one
   */
  static Probe of(Client client, RpcKinds kinds, Client plain, Scale scale, @Nullable Path conf) {
    return new Probe(client, kinds, new OperationTimes(), plain, scale, conf);
  }

  /**
   * The counts at one time. The last two are not of one client but of the whole cluster.
   *
   * @param clientNanos the processor time of the client's process
   * @param compileMillis the time of its compilers
   * @param serverNanos the same of the servers; null if they have no processes of their own here
   * @param nextOrders the sum of all D_NEXT_O_ID
   */
  record Reading(
      Operations.Counts operations,
      Map<String, Long> rpcs,
      long rowMutations,
      Map<String, Long> library,
      long clientNanos,
      long compileMillis,
      @Nullable Long serverNanos,
      long nextOrders) {

    /**
     * Adds the counts of another client at about the same time.
     *
     * @param earlierOrLater which of two readings of the whole cluster counts
     */
    Reading plus(Reading other, LongBinaryOperator earlierOrLater) {
      return new Reading(
          operations.plus(other.operations),
          sum(rpcs, other.rpcs),
          rowMutations + other.rowMutations,
          sum(library, other.library),
          clientNanos + other.clientNanos,
          compileMillis + other.compileMillis,
          serverNanos == null || other.serverNanos == null
              ? null
              : earlierOrLater.applyAsLong(serverNanos, other.serverNanos),
          earlierOrLater.applyAsLong(nextOrders, other.nextOrders));
    }

    Reading minus(Reading earlier) {
      return new Reading(
          operations.minus(earlier.operations),
          minus(rpcs, earlier.rpcs),
          rowMutations - earlier.rowMutations,
          minus(library, earlier.library),
          clientNanos - earlier.clientNanos,
          compileMillis - earlier.compileMillis,
          serverNanos == null || earlier.serverNanos == null
              ? null
              : serverNanos - earlier.serverNanos,
          nextOrders - earlier.nextOrders);
    }

    long allRpcs() {
      return rpcs.values().stream().mapToLong(count -> count).sum();
    }

    private static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> others) {
      Map<String, Long> sums = new LinkedHashMap<>(some);
      others.forEach((name, count) -> sums.merge(name, count, Long::sum));
      return sums;
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

  /** Times of requests, and of the phases of business transactions by type. */
  record Times(Map<RpcKind, Histogram> requests, Map<String, Spent> phases) {

    Times plus(Times other) {
      Map<RpcKind, Histogram> sums = new EnumMap<>(RpcKind.class);
      for (Map<RpcKind, Histogram> some : List.of(requests, other.requests)) {
        some.forEach(
            (kind, micros) -> sums.computeIfAbsent(kind, any -> Histograms.empty()).add(micros));
      }
      Map<String, Spent> spent = new TreeMap<>(phases);
      other.phases.forEach(
          (type, more) -> spent.merge(type, more, (a, b) -> Spent.sum(List.of(a, b))));
      return new Times(sums, spent);
    }

    List<OperationClass> classes() {
      return OperationClasses.of(requests, phases);
    }
  }

  /** Times since the last call. */
  Times takeTimes() {
    return new Times(kinds.takeMicros(), times.take());
  }

  Reading read() throws IOException {
    ProcessorTime processors = ProcessorTime.now(conf);
    Map<String, Long> rpcs = new LinkedHashMap<>();
    kinds.counts().forEach((kind, count) -> rpcs.put(kind.label(), count));
    Map<String, Long> library = client.counters().map(Probe::counts).orElse(Map.of());
    Duration servers = processors.servers();
    return new Reading(
        operations(),
        rpcs,
        kinds.rowMutations(),
        library,
        processors.client().toNanos(),
        Warmth.compiledMillis(),
        servers == null ? null : servers.toNanos(),
        nextOrders());
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
    counts.putAll(Firings.counts());
    return counts;
  }

  private long nextOrders() throws IOException {
    return plain.run(NewOrder.nextOrders(scale)).result();
  }
}
