package io.rowlock.connection;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.jspecify.annotations.Nullable;

/** An asynchronous call on a table, which may be made several times. */
@FunctionalInterface
interface AsyncTableCall<T extends @Nullable Object> {

  CompletableFuture<T> on(AsyncTable<?> table);
}
