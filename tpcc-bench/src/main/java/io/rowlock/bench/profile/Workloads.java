package io.rowlock.bench.profile;

import com.google.common.io.Closer;
import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Connection;

/** The workloads of several modes, opened and closed together. */
final class Workloads implements Closeable {
  private final Map<Mode, Workload> byMode = new EnumMap<>(Mode.class);
  private final Closer closer = Closer.create();

  Workloads(Connection connection, Profile profile, List<Mode> modes) throws IOException {
    Operations operations = new Operations(profile);
    for (Mode mode : modes) {
      byMode.put(mode, closer.register(open(connection, operations, mode)));
    }
  }

  Workload of(Mode mode) {
    return Objects.requireNonNull(byMode.get(mode), "not opened");
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }

  private static Workload open(Connection connection, Operations operations, Mode mode)
      throws IOException {
    return switch (mode) {
      case RAW -> new RawWorkload(connection, operations, false);
      case RAW_BATCHED -> new RawWorkload(connection, operations, true);
      case TX -> new TransactionWorkload(connection, operations);
    };
  }
}
