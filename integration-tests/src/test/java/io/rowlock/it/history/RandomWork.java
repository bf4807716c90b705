package io.rowlock.it.history;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The random operations of one transaction. Each run repeats them with new values. */
final class RandomWork {

  private static final int MOST_OPERATIONS = 5;

  /** An operation. */
  private interface Operation {
    void perform(Operations operations) throws IOException;
  }

  private final Keys keys;
  private final Random random;
  private final LongSupplier values;
  private final List<Operation> work;
  private final boolean givenUp;

  RandomWork(Keys keys, Random random, LongSupplier values) {
    this.keys = keys;
    this.random = random;
    this.values = values;
    Supplier<Operation> kind = kind();
    this.work = Stream.generate(kind).limit(1 + random.nextInt(MOST_OPERATIONS)).toList();
    this.givenUp = random.nextInt(40) == 0;
  }

  /**
   * @throws IOException sometimes, as an exception of the user's code
   */
  void perform(Operations operations) throws IOException {
    for (Operation operation : work) {
      operation.perform(operations);
    }
    if (givenUp) {
      throw new IOException("The user's code gives up");
    }
  }

  /** One in ten transactions only scans, and many rows; one in ten only reads. */
  private Supplier<Operation> kind() {
    return switch (random.nextInt(10)) {
      case 0 -> this::scan;
      case 1 -> this::read;
      default -> this::readOrWrite;
    };
  }

  private Operation scan() {
    List<Key> range = Keys.longRangeTo(keys.any(random));
    return operations -> operations.readRange(range);
  }

  private Operation read() {
    Key key = keys.any(random);
    switch (random.nextInt(4)) {
      case 0 -> {
        List<Key> range = Keys.rangeFrom(key);
        return operations -> operations.readRange(range);
      }
      case 1 -> {
        List<Key> several =
            Stream.generate(() -> keys.any(random))
                .filter(other -> other.table().equals(key.table()))
                .distinct()
                .limit(3)
                .toList();
        return operations -> operations.readAll(several);
      }
      default -> {
        return operations -> operations.read(key);
      }
    }
  }

  private Operation readOrWrite() {
    if (random.nextInt(5) < 2) {
      return read();
    }
    boolean list = random.nextBoolean();
    Key key = keys.any(random, list);
    return list ? append(key) : write(key);
  }

  private Operation append(Key key) {
    return switch (random.nextInt(4)) {
      case 0 -> operations -> operations.readAndPut(key, values.getAsLong());
      case 1 -> operations -> operations.appendAndRead(key, values.getAsLong());
      default -> operations -> operations.append(key, values.getAsLong());
    };
  }

  /**
   * Writes a register; in one of five cases twice, and then no other transaction may see the first
   * value.
   */
  private Operation write(Key key) {
    boolean twice = random.nextInt(5) == 0;
    return operations -> {
      if (twice) {
        operations.write(key, values.getAsLong());
      }
      operations.write(key, values.getAsLong());
    };
  }
}
