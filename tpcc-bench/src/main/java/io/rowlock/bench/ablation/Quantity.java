package io.rowlock.bench.ablation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;

/** What is compared with a mechanism and without it. */
enum Quantity {
  THROUGHPUT("throughput", "txPerSecond", "insertsPerSecond"),
  P50("p50", "p50Micros"),
  /** Foreground and background together. */
  REQUESTS("requests", "rpcsPerTx", "rpcsForegroundPerTx", "rpcsBackgroundPerTx"),
  CLIENT_CPU("CPU of clients", "clientCpuMicrosPerTx"),
  SERVER_CPU("CPU of servers", "serverCpuMicrosPerTx");

  private final String title;
  private final ImmutableList<String> figures;

  /**
   * A quantity.
   *
   * @param figures the names in files; those that a file contains are added up
   */
  Quantity(String title, String... figures) {
    this.title = title;
    this.figures = ImmutableList.copyOf(figures);
  }

  String title() {
    return title;
  }

  /** Returns the median in a row of a file. */
  OptionalDouble in(JsonNode row) {
    List<JsonNode> found =
        figures.stream()
            .map(name -> row.path(name).path("median"))
            .filter(JsonNode::isNumber)
            .toList();
    return found.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(found.stream().mapToDouble(JsonNode::doubleValue).sum());
  }
}
