package io.rowlock.internal.hbase;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which region servers heed the conditions of the endpoint. Thread-safe.
 *
 * <p>Safety: a server of before HBASE-25703 does not know conditions, and writes without looking at
 * them. So none is sent a write before it has shown, by its answer to a request that writes
 * nothing, that it knows them. Versions are not compared: vendors carry changes back, and the
 * master knows no version of a server that has not reported yet. A server keeps its name for as
 * long as it runs, its start code is part of it; one that is upgraded or downgraded has another
 * name, and is asked anew. Where the answer is missing the rows are written one by one, and it is
 * asked again.
 */
final class EndpointServers {

  private static final Logger LOG = LoggerFactory.getLogger(EndpointServers.class);

  private static final CompletableFuture<Boolean> NOT_ASKED =
      CompletableFuture.completedFuture(false);

  private final ConcurrentMap<ServerName, CompletableFuture<Boolean>> answers =
      new ConcurrentHashMap<>();

  /**
   * Whether the server heeds conditions; false also when it did not say. Never fails exceptionally.
   *
   * @param question sends the request, unless the answer is known or under way
   */
  CompletableFuture<Boolean> heeds(
      ServerName server, Supplier<CompletableFuture<Boolean>> question) {
    CompletableFuture<Boolean> mine = new CompletableFuture<>();
    CompletableFuture<Boolean> known = answers.putIfAbsent(server, mine);
    if (known != null) {
      return known.copy();
    }
    var unused =
        Futures.attempt(question).handle((heeds, failure) -> note(server, mine, heeds, failure));
    return mine.copy();
  }

  private boolean note(
      ServerName server,
      CompletableFuture<Boolean> asked,
      @Nullable Boolean heeds,
      @Nullable Throwable failure) {
    boolean surely = failure == null && Boolean.TRUE.equals(heeds);
    if (failure != null) {
      LOG.debug("{} did not tell whether it heeds conditions", server, failure);
      answers.remove(server, asked);
    } else if (!surely) {
      LOG.warn(
          "{} runs an HBase whose {} heeds no conditions: rows are written one by one there",
          server,
          RegionEndpoint.CLASS_NAME);
    }
    return asked.complete(surely);
  }

  /** True when the server has said so. */
  boolean surelyHeeds(ServerName server) {
    return answers.getOrDefault(server, NOT_ASKED).getNow(false);
  }
}
