package io.rowlock.bench.tpcc.run;

import com.google.common.io.Closer;
import io.rowlock.bench.kit.clients.ClientKind;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.run.ModeClient.Ground;
import io.rowlock.bench.tpcc.run.ModeClient.Task;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Connects clients of modes in turns. */
record ModeClients(ModesPlan plan, Grounds grounds) implements ClientKind<Task, ModeSample> {

  /** Finds what each mode works on. */
  @FunctionalInterface
  interface Grounds {
    Map<Mode, Ground> find(Connection connection) throws IOException;
  }

  /** Clients of modes that share a loaded database, whose answers are not noted. */
  static ModeClients onDatabase(ModesPlan plan, Layout layout) {
    return new ModeClients(
        plan,
        connection -> {
          Ground ground = Ground.of(new DatabaseNotes(connection).open(layout), line -> {});
          Map<Mode, Ground> all = new EnumMap<>(Mode.class);
          plan.modes().forEach(mode -> all.put(mode, ground));
          return all;
        });
  }

  @Override
  public Class<Task> windows() {
    return Task.class;
  }

  @Override
  public Class<ModeSample> results() {
    return ModeSample.class;
  }

  @Override
  public ModeSample sum(ModeSample one, ModeSample other) {
    return one.plus(other);
  }

  @Override
  public ModeClient open(Assignment assignment) throws IOException {
    Closer resources = Closer.create();
    try {
      Connection connection =
          resources.register(ConnectionFactory.createConnection(assignment.configuration()));
      ModeClient client = new ModeClient(plan, assignment, connection, resources);
      for (Map.Entry<Mode, Ground> ground : grounds.find(connection).entrySet()) {
        client.add(ground.getKey(), ground.getValue());
      }
      return client;
    } catch (IOException | RuntimeException | Error e) {
      try (resources) {
        throw e;
      }
    }
  }
}
