package io.rowlock.metrics;

import io.rowlock.SimulatedManager;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The library's classes on the stack between {@code TransactionManager.run} and the first write
 * that the store receives. The store answers at once, so the whole path is on one stack.
 */
final class CommitPath {

  private static final TableName TABLE = TableName.valueOf("path");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private CommitPath() {}

  /**
   * Commits two rows.
   *
   * @param inOneRegion whether one region commit may write both
   * @return simple names, from the manager to the store
   */
  static List<String> classes(boolean inOneRegion) throws IOException {
    InMemoryRowStore memory = new InMemoryRowStore();
    memory.createTable(TABLE, "f");
    if (inOneRegion) {
      memory.colocate();
    }
    StackRecorder recorder = new StackRecorder(memory);
    TransactionManager transactions =
        SimulatedManager.of(
                recorder, new VirtualTime().environment(1), settings(), Runnable::run, 3, 1000)
            .manager();
    transactions.run(
        tx -> {
          tx.table(TABLE).put(new Put(new byte[] {1}).addColumn(FAMILY, FAMILY, FAMILY));
          tx.table(TABLE).put(new Put(new byte[] {2}).addColumn(FAMILY, FAMILY, FAMILY));
        });
    List<String> path = new ArrayList<>(recorder.first);
    Collections.reverse(path);
    return path;
  }

  private static ProtocolSettings settings() {
    return new ProtocolSettings(
        Duration.ofSeconds(5), Duration.ofSeconds(1), 1000, 1_000_000, true, 100, false);
  }

  private static final class StackRecorder extends ForwardingRowStore {

    private final Set<String> first = new LinkedHashSet<>();

    StackRecorder(RowStore store) {
      super(store);
    }

    @Override
    public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
      record();
      return super.write(write);
    }

    @Override
    public CompletableFuture<WriteOutcome> write(RegionWrite write) {
      record();
      return super.write(write);
    }

    private void record() {
      if (first.isEmpty()) {
        StackWalker.getInstance()
            .forEach(frame -> first.add(frame.getClassName().replaceAll("\\$.*", "")));
        first.removeIf(
            name -> !name.startsWith("io.rowlock.") || name.startsWith("io.rowlock.metrics"));
      }
    }
  }
}
