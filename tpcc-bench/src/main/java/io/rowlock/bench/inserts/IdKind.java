package io.rowlock.bench.inserts;

import io.rowlock.bench.kit.Label;
import java.nio.ByteBuffer;

/** What a record is known by: its row key. */
enum IdKind implements Label {
  /** 16 bytes that look random. */
  UUID {
    @Override
    byte[] id(long seed, long number) {
      long high = mix(seed + number);
      return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(mix(high ^ number)).array();
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
