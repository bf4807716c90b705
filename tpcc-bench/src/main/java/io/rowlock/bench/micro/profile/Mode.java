package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Label;
import java.util.List;

/** The way to run the reads and writes of a profile. */
enum Mode implements Label {
  /** Plain HBase: one RPC for each written cell and each read row, one after the other. */
  RAW,
  /** Plain HBase: one multi-get, one batch of puts. */
  RAW_BATCHED,
  /** A Rowlock transaction that reads row by row. */
  TX,
  /** A Rowlock transaction that reads with one multi-get, as {@link #RAW_BATCHED} does. */
  TX_BATCHED,
  /** Haeinsa's published algorithm. */
  HAEINSA,
  /** Apache Omid, with its defaults. */
  OMID,
  /** Apache Omid, where clients write the commit table themselves. */
  OMID_LOW_LATENCY;

  static final List<Mode> OMIDS = List.of(OMID, OMID_LOW_LATENCY);

  /** Rowlock. */
  static final List<Mode> OWN = List.of(TX, TX_BATCHED);

  /** All modes that Rowlock is compared with. */
  static final List<Mode> OTHERS = List.of(RAW, RAW_BATCHED, HAEINSA, OMID, OMID_LOW_LATENCY);

  /** Other transaction layers. */
  static final List<Mode> PEERS = List.of(HAEINSA, OMID, OMID_LOW_LATENCY);

  @Override
  public String toString() {
    return label();
  }
}
