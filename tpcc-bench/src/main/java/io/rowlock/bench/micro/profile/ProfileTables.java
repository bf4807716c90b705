package io.rowlock.bench.micro.profile;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;

/** The filled tables of a run's modes; peers found on the class path create their own. */
record ProfileTables(Plan plan, Connection connection, boolean isKept) implements Closeable {
  /** As many as HBase kept by default in 2013; undoing needs the one before. */
  static final int HAEINSA_VERSIONS = 3;

  /**
   * Creates and fills the tables.
   *
   * @param isKept whether {@link #close} keeps the tables, because the cluster ends anyway
   */
  static ProfileTables create(Plan plan, Connection connection, boolean isKept) throws IOException {
    ProfileTables tables = new ProfileTables(plan, connection, isKept);
    try {
      tables.create();
      return tables;
    } catch (IOException | RuntimeException | Error e) {
      try (tables) {
        throw e;
      }
    }
  }

  private void create() throws IOException {
    if (!Mode.PEERS.containsAll(plan.modes)) {
      ProfileTable common = ProfileTable.common(plan);
      common.createTransactional(connection);
      common.load(connection, UnaryOperator.identity());
    }
    if (plan.modes.contains(Mode.HAEINSA)) {
      ProfileTable table = ProfileTable.of(Mode.HAEINSA, plan);
      table.create(
          connection,
          ColumnFamilyDescriptorBuilder.newBuilder(ProfileTable.FAMILY)
              .setMaxVersions(HAEINSA_VERSIONS)
              .build(),
          ColumnFamilyDescriptorBuilder.of(HaeinsaLock.FAMILY));
      table.load(connection, UnaryOperator.identity());
    }
  }

  @Override
  public void close() throws IOException {
    if (isKept) {
      return;
    }
    for (Mode mode : plan.modes) {
      ProfileTable table =
          Mode.PEERS.contains(mode) ? ProfileTable.of(mode, plan) : ProfileTable.common(plan);
      table.drop(connection);
    }
  }
}
