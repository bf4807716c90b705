package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.engine.Failures;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.MissingPermissionException;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionFailuresTest {

  private static final String ID = "0123";
  private static final TransactionLabel LABEL = new TransactionLabel(ID, Optional.empty());
  private static final TableName TABLE = TableName.valueOf("accounts");
  private static final RowKey ROW = new RowKey(TABLE, new byte[] {7});

  private static final Map<Kind, Class<? extends RowlockException>> EXPECTED =
      new EnumMap<>(
          Map.of(
              Kind.CONFLICT, ConflictException.class,
              Kind.OUTCOME_UNKNOWN, CommitOutcomeUnknownException.class,
              Kind.CORRUPT_LOCK, CorruptLockException.class,
              Kind.ILLEGAL, NotCommittedException.class,
              Kind.ENDED, CommitOutcomeUnknownException.class,
              Kind.STORE, NotCommittedException.class,
              Kind.TIMEOUT, TransactionTimeoutException.class));

  private final IOException cause = new IOException("the cause");

  private ProtocolFailure failure(Kind kind) {
    return switch (kind) {
      case CONFLICT -> ProtocolFailure.conflict(ROW, "in the way", Conflict.written(null));
      case OUTCOME_UNKNOWN -> ProtocolFailure.outcomeUnknown(ROW, "lost", cause);
      case CORRUPT_LOCK -> ProtocolFailure.corruptLock(ROW, "garbage");
      case ENDED -> ProtocolFailure.ended("it is committed");
      case ILLEGAL -> ProtocolFailure.illegal(ROW, "cannot be");
      case TIMEOUT -> ProtocolFailure.timeout("too late");
      case STORE -> ProtocolFailure.store(ROW, "refused", cause);
    };
  }

  @ParameterizedTest
  @EnumSource
  void everyKindHasItsException(Kind kind) {
    ProtocolFailure failure = failure(kind);
    for (RowlockException seen :
        new RowlockException[] {
          TransactionFailures.beforeCommit(LABEL, failure),
          TransactionFailures.ofCommit(LABEL, new CompletionException(failure))
        }) {
      assertThat(seen).isExactlyInstanceOf(EXPECTED.get(kind));
      assertThat(seen.transactionId()).contains(ID);
      assertThat(seen.table().isPresent()).isEqualTo(failure.row() != null);
      assertThat(seen.table().orElse(TABLE)).isEqualTo(TABLE);
      assertThat(seen.row().orElse(ROW.row())).isEqualTo(ROW.row());
      assertThat(seen).hasMessageContaining(failure.getMessage()).hasMessageContaining(ID);
      assertThat(seen.getCause()).isSameAs(failure.getCause());
    }
  }

  /** It must not be caught as a failure after which the caller starts a transaction again. */
  @Test
  void callThatComesTooLateIsAMistakeOfTheCaller() {
    ProtocolFailure tooLate = ProtocolFailure.ended("it is committed");
    assertThat(TransactionFailures.ofCall(LABEL, new CompletionException(tooLate)))
        .isInstanceOf(IllegalStateException.class)
        .isInstanceOfSatisfying(
            TransactionEndedException.class, seen -> assertThat(seen.transactionId()).isEqualTo(ID))
        .hasMessage("it is committed [transaction 0123]");
    assertThat(TransactionFailures.ofCall(LABEL, cause))
        .isExactlyInstanceOf(NotCommittedException.class);
  }

  @Test
  void errorsOfHBaseThatDoNotSayWhatToDoAreCompleted() {
    assertThat(TransactionFailures.beforeCommit(LABEL, new TableNotFoundException(TABLE)))
        .hasMessageContaining("accounts. There is no such table: check its name");
    ProtocolFailure refused =
        ProtocolFailure.store(ROW, "Could not lock it", new TableNotEnabledException(TABLE));
    assertThat(TransactionFailures.ofCommit(LABEL, refused))
        .hasMessageContaining("Could not lock it. The table is disabled: enable it");
    assertThat(TransactionFailures.beforeCommit(LABEL, new AccessDeniedException("no")))
        .hasMessageContaining("including its lock family");
  }

  @Test
  void messagesWithAdviceAreUnchanged() {
    String whole = "User 'x' may not do that: grant it";
    assertThat(TransactionFailures.beforeCommit(LABEL, new MissingPermissionException(whole)))
        .hasMessageContaining(whole)
        .hasMessageNotContaining("Ask for");
  }

  /** HBase's messages contain whole row keys. */
  @Test
  void messagesOfHBaseAreBounded() {
    IOException failure = new IOException("row \\x00".repeat(32_000));
    assertThat(TransactionFailures.beforeCommit(LABEL, failure).getMessage())
        .hasSizeLessThan(2_200);
    assertThat(
            Failures.outsideTransactions(new IllegalStateException("x".repeat(9_000))).getMessage())
        .hasSizeLessThan(2_200);
  }

  @Test
  void failureOfTheStoreBeforeCommitKeepsItsCause() {
    TableNotFoundException missing = new TableNotFoundException(TABLE);
    RowlockException seen =
        TransactionFailures.beforeCommit(
            LABEL, new ExecutionException(new CompletionException(missing)));
    assertThat(seen).isExactlyInstanceOf(NotCommittedException.class).hasCause(missing);
    assertThat(seen.table()).isEmpty();
    assertThat(seen.row()).isEmpty();
  }

  @Test
  void failureOfTheStoreInCommitIsSurelyNotCommitted() {
    assertThat(TransactionFailures.ofCommit(LABEL, cause))
        .isExactlyInstanceOf(NotCommittedException.class)
        .hasCause(cause);
  }

  @Test
  void unforeseenFailureInCommitPromisesNothing() {
    IllegalStateException bug = new IllegalStateException("a bug");
    assertThat(TransactionFailures.ofCommit(LABEL, bug))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .hasCause(bug)
        .hasMessageContaining("a bug");
    assertThat(TransactionFailures.beforeCommit(LABEL, bug))
        .isExactlyInstanceOf(NotCommittedException.class);
  }

  @Test
  void publicExceptionPassesAsItIs() {
    ConflictException conflict =
        new ConflictException(
            new TransactionLabel("other", Optional.empty()),
            null,
            "seen before",
            Conflict.written(null));
    assertThat(TransactionFailures.beforeCommit(LABEL, new CompletionException(conflict)))
        .isSameAs(conflict);
  }

  @Test
  void wrapperWithoutCauseIsItselfTheFailure() {
    CompletionException empty = new CompletionException("empty", null);
    assertThat(Async.unwrap(new ExecutionException(empty))).isSameAs(empty);
  }

  @Test
  void failureWithoutMessageIsNamedByItsClass() {
    assertThat(TransactionFailures.beforeCommit(LABEL, new NullPointerException()))
        .hasMessageContaining("java.lang.NullPointerException");
  }
}
