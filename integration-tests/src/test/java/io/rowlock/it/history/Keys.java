package io.rowlock.it.history;

import io.rowlock.it.history.Key.Bucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;

/**
 * The keys of a run: few rows at a time, so that transactions conflict, and often new ones, so that
 * lists stay short and range reads cover missing rows. All clients of a run, in all processes,
 * derive the same rows from its start.
 */
public final class Keys {

  static final int SLOTS = 4;

  private static final int LONG_RANGE = 8;

  private static final Duration HOT_GENERATION = Duration.ofSeconds(4);
  private static final Duration COLD_GENERATION = Duration.ofSeconds(40);

  private final List<TableName> tables;
  private final long epochMillis;

  /**
   * @param epochMillis the start of the run
   */
  public Keys(List<TableName> tables, long epochMillis) {
    this.tables = tables;
    this.epochMillis = epochMillis;
  }

  public List<TableName> tables() {
    return tables;
  }

  Key any(Random random) {
    Bucket[] buckets = Bucket.values();
    return any(random, buckets[random.nextInt(buckets.length)]);
  }

  /** Returns a key of this kind, usually a hot one. */
  Key any(Random random, boolean list) {
    boolean hot = random.nextInt(4) > 0;
    return any(
        random,
        list
            ? hot ? Bucket.HOT_LISTS : Bucket.COLD_LISTS
            : hot ? Bucket.HOT_REGISTERS : Bucket.COLD_REGISTERS);
  }

  private Key any(Random random, Bucket bucket) {
    // Sometimes the previous generation, or the next one.
    int offset = random.nextInt(8) > 0 ? 0 : random.nextBoolean() ? 1 : -1;
    return new Key(
        tables.get(random.nextInt(tables.size())),
        bucket,
        Math.max(0, generation(bucket) + offset),
        random.nextInt(SLOTS));
  }

  private long generation(Bucket bucket) {
    Duration life = bucket.isHot() ? HOT_GENERATION : COLD_GENERATION;
    return Math.max(0, System.currentTimeMillis() - epochMillis) / life.toMillis();
  }

  /**
   * Returns all keys from one to another one of the next generation, whether the rows exist or not.
   */
  static List<Key> rangeFrom(Key first) {
    return range(first, first.generation() + 1);
  }

  /** Returns all keys of several generations up to the next one. */
  static List<Key> longRangeTo(Key last) {
    long oldest = Math.max(0, last.generation() - LONG_RANGE);
    return range(new Key(last.table(), last.bucket(), oldest, 0), last.generation() + 1);
  }

  private static List<Key> range(Key first, long lastGeneration) {
    List<Key> range = new ArrayList<>();
    for (long generation = first.generation(); generation <= lastGeneration; generation++) {
      int from = generation == first.generation() ? first.slot() : 0;
      for (int slot = from; slot < SLOTS; slot++) {
        range.add(new Key(first.table(), first.bucket(), generation, slot));
      }
    }
    return range;
  }

  /** Returns a row in the middle of those in use, the best place for a split. */
  public byte[] splitPoint(Random random) {
    return any(random).row();
  }
}
