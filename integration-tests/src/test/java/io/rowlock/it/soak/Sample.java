package io.rowlock.it.soak;

import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.run.Terminals.Counts;
import io.rowlock.it.soak.LockFamily.Sizes;
import io.rowlock.local.ServerFigures;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * One moment of a soak.
 *
 * @param seconds since its begin
 * @param lasting the figures of the client that lasts
 * @param counts of all clients together
 * @param lockCells at the last check, or at the begin
 * @param servers by their numbers; those that have just been killed are missing
 */
record Sample(
    double seconds,
    ClientFigures lasting,
    Counts counts,
    int clientsReplaced,
    int serversKilled,
    long lockCells,
    Sizes sizes,
    Map<Integer, ServerFigures> servers) {

  /** The columns of {@code samples.csv}; nothing where a server is missing. */
  static Table<Sample> table(int servers) {
    Table<Sample> table =
        new Table<Sample>()
            .number("seconds", 1, Sample::seconds)
            .column("client_heap_bytes", one -> one.lasting.heapBytes())
            .column("client_direct_bytes", one -> one.lasting.directBytes())
            .column("client_threads", one -> one.lasting.threads())
            .column("commits", one -> one.counts.commits())
            .column("conflicts", one -> one.counts.conflicts())
            .column("failures", one -> one.counts.failures())
            .column("unknown", one -> one.counts.unknown())
            .column("tables", one -> one.lasting.tables())
            .column("clients_replaced", Sample::clientsReplaced)
            .column("servers_killed", Sample::serversKilled)
            .column("lock_cells", Sample::lockCells)
            .column("lock_file_bytes", one -> one.sizes.lockBytes())
            .column("other_file_bytes", one -> one.sizes.otherBytes());
    for (int number = 1; number <= servers; number++) {
      addServer(table, number);
    }
    return table;
  }

  private static void addServer(Table<Sample> table, int number) {
    String name = "server" + number;
    column(table, name + "_heap_bytes", number, ServerFigures::heapBytes);
    column(table, name + "_threads", number, ServerFigures::threads);
    column(table, name + "_open_scanners", number, ServerFigures::openScanners);
  }

  private static void column(
      Table<Sample> table, String name, int number, ToLongFunction<ServerFigures> value) {
    Table<Sample> unused =
        table.column(
            name,
            one -> {
              ServerFigures figures = one.servers.get(number);
              return figures == null ? "" : value.applyAsLong(figures);
            });
  }
}
