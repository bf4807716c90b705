package io.rowlock.connection;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A list of actions that is a transaction of its own. Its attempts are hidden from the caller: the
 * results, or the failure, are those of the last one.
 */
final class WholeBatch<R> implements TableCall<@Nullable Object[]> {

  private static final Logger LOG = LoggerFactory.getLogger(WholeBatch.class);

  /** Stands where HBase names the server that has failed. */
  static final String NO_SERVER = "rowlock";

  private final List<? extends Row> actions;
  private final @Nullable Object @Nullable [] results;
  private final Batch.Callback<R> callback;

  /**
   * Creates a batch that is not performed yet.
   *
   * @param results the caller's slots; null if there are none
   */
  WholeBatch(
      List<? extends Row> actions,
      @Nullable Object @Nullable [] results,
      Batch.Callback<R> callback) {
    if (results != null && results.length != actions.size()) {
      throw new IllegalArgumentException(
          "%d actions need as many slots for results, not %d"
              .formatted(actions.size(), results.length));
    }
    this.actions = actions;
    this.results = results;
    this.callback = callback;
  }

  boolean onlyReads() {
    return actions.stream().allMatch(Get.class::isInstance);
  }

  @Override
  public @Nullable Object[] on(Table table) throws IOException {
    @Nullable Object[] answers = new Object[actions.size()];
    perform(table, actions, answers, (region, row, result) -> {});
    return answers;
  }

  /** Performs actions on a table of a transaction. */
  static <R> void perform(
      Table table,
      List<? extends Row> actions,
      @Nullable Object @Nullable [] results,
      Batch.Callback<R> callback)
      throws IOException {
    try {
      table.batchCallback(actions, results, callback);
    } catch (InterruptedException impossible) { // it is an InterruptedIOException there
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Ends the batch.
   *
   * @param attempts makes attempts until one succeeds
   * @throws RetriesExhaustedWithDetailsException as HBase's own batch, with the failure of the
   *     transaction as the cause of each action
   */
  void end(IoSupplier<@Nullable Object[]> attempts) throws IOException {
    @Nullable Object[] answers;
    try {
      answers = attempts.get();
    } catch (RowlockException | DoNotRetryIOException failure) {
      if (results != null) {
        Arrays.fill(results, failure);
      }
      throw details(
          actions,
          Collections.nCopies(actions.size(), failure),
          Collections.nCopies(actions.size(), NO_SERVER));
    }
    if (results != null) {
      System.arraycopy(answers, 0, results, 0, answers.length);
    }
    for (int i = 0; i < answers.length; i++) {
      @SuppressWarnings("unchecked") // the caller knows what its actions return
      R result = (R) answers[i];
      report(actions.get(i), result);
    }
  }

  /** The batch is committed, whatever the callback throws. */
  private void report(Row action, @Nullable R result) {
    try {
      callback.update(HConstants.EMPTY_BYTE_ARRAY, action.getRow(), result);
    } catch (RuntimeException failed) {
      LOG.error("The callback of a batch failed", failed);
    }
  }

  /**
   * Returns HBase's exception for actions. Its cause is the first failure, so that an unknown
   * outcome is recognized as such.
   */
  static RetriesExhaustedWithDetailsException details(
      List<? extends Row> actions, List<? extends Throwable> failures, List<String> servers) {
    RetriesExhaustedWithDetailsException details =
        new RetriesExhaustedWithDetailsException(
            List.copyOf(failures), List.copyOf(actions), List.copyOf(servers));
    details.initCause(worst(failures));
    return details;
  }

  private static Throwable worst(List<? extends Throwable> failures) {
    return failures.stream()
        .filter(CommitOutcomeUnknownException.class::isInstance)
        .findFirst()
        .map(Throwable.class::cast)
        .orElse(failures.get(0));
  }
}
