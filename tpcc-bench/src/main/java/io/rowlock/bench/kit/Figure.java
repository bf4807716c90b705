package io.rowlock.bench.kit;

/** A measured quantity of each window of a series, with its name in files. */
public record Figure(String name, Summary summary) {

  public static final Figure TX_PER_SECOND = spread("txPerSecond");
  public static final Figure P50_MICROS = spread("p50Micros");
  public static final Figure P95_MICROS = spread("p95Micros");
  public static final Figure P99_MICROS = spread("p99Micros");
  public static final Figure SLOWEST_MICROS = spread("slowestMicros");
  public static final Figure CONFLICTS_PER_TX = spread("conflictsPerTx");
  public static final Figure RPCS_PER_TX = spread("rpcsPerTx");

  /**
   * Processor time of the clients, and of servers in their processes, by committed transactions.
   */
  public static final Figure CPU_MICROS_PER_TX = spread("cpuMicrosPerTx");

  /** The same of servers in processes of their own. */
  public static final Figure SERVER_CPU_MICROS_PER_TX = spread("serverCpuMicrosPerTx");

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
