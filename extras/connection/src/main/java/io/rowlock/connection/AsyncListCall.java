package io.rowlock.connection;

import io.rowlock.internal.store.Async;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;

/** A list of actions on a table, which may be performed several times. */
record AsyncListCall<A extends Row, T extends @Nullable Object>(List<A> actions, On<A, T> call)
    implements AsyncTableCall<List<T>> {

  /** Performs actions on a table. */
  @FunctionalInterface
  interface On<A extends Row, T extends @Nullable Object> {
    List<CompletableFuture<T>> perform(AsyncTable<?> table, List<A> actions);
  }

  boolean onlyReads() {
    return actions.stream().allMatch(Get.class::isInstance);
  }

  /** Returns a future for each action. */
  List<CompletableFuture<T>> eachOn(AsyncTable<?> table) {
    return call.perform(table, actions);
  }

  /** Returns the results of all actions, when all have ended. */
  @Override
  public CompletableFuture<List<T>> on(AsyncTable<?> table) {
    return Async.all(eachOn(table));
  }

  /** Returns as many futures, which nothing completes yet. */
  List<CompletableFuture<T>> promises() {
    return Stream.generate(CompletableFuture<T>::new).limit(actions.size()).toList();
  }
}
