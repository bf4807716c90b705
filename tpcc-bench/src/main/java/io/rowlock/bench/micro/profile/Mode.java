package io.rowlock.bench.micro.profile;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Label;
import java.util.List;

/** How the reads and writes of a profile are done. */
enum Mode implements Label {
  /** Plain HBase: one RPC for every cell written and every row read, one after the other. */
  RAW("raw"),
  /** Plain HBase: one multi-get, one batch of puts. */
  RAW_BATCHED("raw-batched"),
  /** A Rowlock transaction. */
  TX("tx"),
  /** Haeinsa's published algorithm. */
  HAEINSA("haeinsa"),
  /** Apache Omid, with its defaults. */
  OMID("omid"),
  /** Apache Omid, where clients write the commit table themselves. */
  OMID_LOW_LATENCY("omid-low-latency");

  static final List<Mode> OMIDS = List.of(OMID, OMID_LOW_LATENCY);

  /** Other transaction layers. */
  static final List<Mode> PEERS = List.of(HAEINSA, OMID, OMID_LOW_LATENCY);

  private final String label;

  Mode(String label) {
    this.label = label;
  }

  @Override
  @JsonValue
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
