package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known about the endpoint of regions ({@link RegionEndpoint}): which tables have it, and
 * which region servers check its conditions. Thread-safe.
 *
 * <p>A table takes atomic writes to several rows of a region if its descriptor lists the endpoint,
 * until a region answers that it has none.
 *
 * <p>Safety: a server from before HBASE-25703 ignores conditions, and writes without checking them.
 * So no server gets a write before it has shown, by its answer to a request that writes nothing,
 * that it checks conditions. Versions are not compared: vendors backport changes, and the master
 * does not know the version of a server that has not reported yet. A server keeps its name as long
 * as it runs, because the name contains its start code; after an upgrade or downgrade it has
 * another name, and is tested again. Without an answer the rows are written one by one, and the
 * server is tested again later.
 */
final class Endpoints {

  private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);

  private static final CompletableFuture<Boolean> UNKNOWN =
      CompletableFuture.completedFuture(false);

  /** Above this all are forgotten, and tested again. */
  private static final int MOST_ANSWERS = 1_000;

  private final Set<TableName> listed = ConcurrentHashMap.newKeySet();
  private volatile boolean usable = true;

  private final ConcurrentMap<ServerName, CompletableFuture<Boolean>> answers =
      new ConcurrentHashMap<>();

  /** Notes a descriptor that was looked up, and forgets earlier answers of the table's regions. */
  void note(TableDescriptor table) {
    if (table.hasCoprocessor(RegionEndpoint.CLASS_NAME)) {
      listed.add(table.getTableName());
    } else {
      listed.remove(table.getTableName());
    }
  }

  /**
   * Notes that the endpoint cannot be used. Servers can be configured to ignore a coprocessor that
   * the descriptor lists, and a user may lack the permission for it.
   */
  void noteAbsent(TableName table) {
    if (listed.remove(table)) {
      LOG.info("Table '{}' lists {}, but it cannot be used here", table, RegionEndpoint.CLASS_NAME);
    }
  }

  /** Notes that this client cannot call the endpoint at all. */
  void noteUnusable(LinkageError error) {
    if (usable) {
      LOG.info("No region writes with this HBase client: {}", error.toString());
    }
    usable = false;
  }

  boolean mayHave(TableName table) {
    return usable && listed.contains(table);
  }

  /**
   * Returns whether the server checks conditions; false also if it gave no answer. Never fails
   * exceptionally.
   *
   * @param question sends the request, unless the answer is known or under way
   */
  CompletableFuture<Boolean> checksConditions(
      ServerName server, Supplier<CompletableFuture<Boolean>> question) {
    CompletableFuture<Boolean> known = answers.get(server);
    if (known != null) {
      return known.copy();
    }
    if (answers.size() >= MOST_ANSWERS) {
      answers.clear();
    }
    CompletableFuture<Boolean> mine = new CompletableFuture<>();
    CompletableFuture<Boolean> other = answers.putIfAbsent(server, mine);
    if (other != null) {
      return other.copy();
    }
    var unused =
        Async.guarded(question).handle((checks, failure) -> note(server, mine, checks, failure));
    return mine.copy();
  }

  private boolean note(
      ServerName server,
      CompletableFuture<Boolean> mine,
      @Nullable Boolean checks,
      @Nullable Throwable failure) {
    boolean surely = failure == null && Boolean.TRUE.equals(checks);
    if (failure != null) {
      answers.remove(server, mine);
    }
    if (!surely) {
      Quietly.run(LOG, "Not logged", () -> log(server, failure));
    }
    return mine.complete(surely);
  }

  private static void log(ServerName server, @Nullable Throwable failure) {
    if (failure == null) {
      LOG.warn(
          "{} runs an HBase whose {} checks no conditions: rows are written one by one there",
          server,
          RegionEndpoint.CLASS_NAME);
    } else {
      LOG.debug("{} did not answer whether it checks conditions", server, failure);
    }
  }

  /** Returns whether the server has shown that it checks conditions. */
  boolean isKnownToCheck(ServerName server) {
    return answers.getOrDefault(server, UNKNOWN).getNow(false);
  }
}
