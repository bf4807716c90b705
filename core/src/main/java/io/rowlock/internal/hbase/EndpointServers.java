package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which region servers check the conditions of the endpoint. Thread-safe.
 *
 * <p>Safety: a server from before HBASE-25703 ignores conditions, and writes without checking them.
 * So no server gets a write before it has shown, by its answer to a request that writes nothing,
 * that it checks conditions. Versions are not compared: vendors backport changes, and the master
 * does not know the version of a server that has not reported yet. A server keeps its name as long
 * as it runs, because the name contains its start code; after an upgrade or downgrade it has
 * another name, and is tested again. Without an answer the rows are written one by one, and the
 * server is tested again later.
 */
final class EndpointServers {

  private static final Logger LOG = LoggerFactory.getLogger(EndpointServers.class);

  private static final CompletableFuture<Boolean> UNKNOWN =
      CompletableFuture.completedFuture(false);

  /** Above this all are forgotten, and tested again. */
  private static final int MOST_ANSWERS = 1_000;

  private final ConcurrentMap<ServerName, CompletableFuture<Boolean>> answers =
      new ConcurrentHashMap<>();

  /**
   * Returns whether the server checks conditions; false also if it gave no answer. Never fails
   * exceptionally.
   *
   * @param question sends the request, unless the answer is known or under way
   */
  CompletableFuture<Boolean> checksConditions(
      ServerName server, Supplier<CompletableFuture<Boolean>> question) {
    CompletableFuture<Boolean> known = answers.get(server);
    return known == null ? request(server, question) : known.copy();
  }

  private CompletableFuture<Boolean> request(
      ServerName server, Supplier<CompletableFuture<Boolean>> question) {
    if (answers.size() >= MOST_ANSWERS) {
      answers.clear();
    }
    CompletableFuture<Boolean> mine = new CompletableFuture<>();
    CompletableFuture<Boolean> known = answers.putIfAbsent(server, mine);
    if (known != null) {
      return known.copy();
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
