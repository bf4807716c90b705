package io.rowlock.bench.inserts;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Figure.Summary;
import io.rowlock.bench.kit.Label;
import io.rowlock.bench.kit.Point.SeriesKey;
import java.nio.ByteBuffer;

/** The key of a series. */
record Series(int servers, IdKind ids, InsertMode mode) implements SeriesKey {
  /** Acknowledged within the window, by its length. */
  static final Figure INSERTS_PER_SECOND = Figure.spread("insertsPerSecond");

  /** Within the window and after it. */
  static final Figure ACKNOWLEDGED = new Figure("acknowledged", Summary.NONE);

  /** Rows counted after the window, of the index too. */
  static final Figure ROWS = new Figure("rows", Summary.NONE);

  /** Regions that have a record. */
  static final Figure REGIONS_TOUCHED = new Figure("regionsTouched", Summary.MOST);

  /**
   * Records on both clusters, by the time from the beginning until all are there; null without a
   * peer.
   */
  static final Figure VISIBLE_PER_SECOND = Figure.spread("visiblePerSecond");

  @Override
  public String subject() {
    return mode.label();
  }

  @Override
  public String toString() {
    return place() + ", " + mode;
  }

  /** All but the mode. */
  String place() {
    return servers + (servers == 1 ? " server, " : " servers, ") + ids;
  }

  /** How a record is inserted. */
  enum InsertMode implements Label {
    /** By plain HBase. */
    RAW,
    /** By a buffered mutator of plain HBase. */
    RAW_BATCHED,
    /** By a transaction. */
    TX,
    /** By a transaction, together with a row of an index in another table. */
    TX_2ROW;

    boolean isTransactional() {
      return this != RAW && this != RAW_BATCHED;
    }

    boolean hasIndex() {
      return this == TX_2ROW;
    }

    /** The record and, if there is one, its entry of the index. */
    long rowsPerRecord() {
      return hasIndex() ? 2 : 1;
    }

    @Override
    public String toString() {
      return label();
    }
  }

  /** The kind of row keys. */
  enum IdKind implements Label {
    /** 16 bytes that look random. */
    UUID {
      @Override
      byte[] id(long seed, long number) {
        long high = mix(seed + number);
        return ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(high)
            .putLong(mix(high ^ number))
            .array();
      }
    },
    /** One number after the other. */
    SEQ {
      @Override
      byte[] id(long seed, long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
      }
    },
    /** The same, behind a byte that depends on the number. */
    SEQ_SALTED {
      @Override
      byte[] id(long seed, long number) {
        return ByteBuffer.allocate(1 + Long.BYTES).put((byte) mix(number)).putLong(number).array();
      }
    };

    /** Another one for every number, which is not negative. */
    abstract byte[] id(long seed, long number);

    /** A permutation of all numbers: the finalizer of splitmix64. */
    private static long mix(long number) {
      long mixed = number + 0x9E3779B97F4A7C15L;
      mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
      return mixed ^ (mixed >>> 31);
    }

    @Override
    public String toString() {
      return label();
    }
  }
}
