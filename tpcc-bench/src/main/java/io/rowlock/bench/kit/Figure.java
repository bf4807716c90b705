package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonValue;

/** A measured quantity of each window of a series, with its name in files. */
public record Figure(@JsonValue String name, Summary summary) {

  public static final Figure TX_PER_SECOND = spread("txPerSecond");
  public static final Figure P50_MICROS = spread("p50Micros");
  public static final Figure P95_MICROS = spread("p95Micros");
  public static final Figure P99_MICROS = spread("p99Micros");
  public static final Figure SLOWEST_MICROS = spread("slowestMicros");
  public static final Figure CONFLICTS_PER_TX = spread("conflictsPerTx");
  public static final Figure RPCS_PER_TX = spread("rpcsPerTx");

  /** Jain's index of the commits of client processes; missing for one. */
  public static final Figure FAIRNESS = spread("fairness");

  /** Of the processes of clients; with an embedded HBase and no such processes, of all. */
  public static final Figure CLIENT_CPU_MICROS_PER_TX = spread("clientCpuMicrosPerTx");

  /** Missing if servers have no processes of their own here. */
  public static final Figure SERVER_CPU_MICROS_PER_TX = spread("serverCpuMicrosPerTx");

  /** Of all compiler threads of the clients, which may also be the servers; see {@link Warmth}. */
  public static final Figure COMPILE_MILLIS_PER_SECOND = spread("compileMillisPerSecond");

  public static final Figure FAILED = new Figure("failed", Summary.SUM);

  /** The way to combine the rounds of a series. */
  public enum Summary {
    /** Least, median and most. */
    SPREAD,
    SUM,
    LEAST,
    MOST,
    /** Appears in points only. */
    NONE
  }

  public static Figure spread(String name) {
    return new Figure(name, Summary.SPREAD);
  }
}
