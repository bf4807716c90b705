package io.rowlock.it.history;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.history.HistoryTransaction.Outcome;
import java.io.IOException;
import java.util.Random;

/**
 * One thread of a client: runs random transactions one after another, and records the outcome of
 * each. A surely uncommitted transaction is recorded as failed, an unknown outcome as unknown, and
 * each attempt of {@code run} as a transaction of its own.
 */
public final class HistoryClient {

  /** The number of values of one process. */
  private static final long VALUES = 10_000_000;

  private final int process;
  private final Keys keys;
  private final TransactionLog log;
  private final Random random;
  private long lastValue;
  private TransactionLog.Attempt attempt;

  /**
   * @param process unique among the threads of the run, in all JVMs
   */
  public HistoryClient(int process, Keys keys, TransactionLog log, long seed) {
    this.process = process;
    this.keys = keys;
    this.log = log;
    this.random = new Random(seed);
    this.lastValue = process * VALUES;
  }

  /** Runs a transaction, in several attempts if necessary, and records the outcome. */
  public Outcome transact(TransactionManager transactions) {
    RandomWork work = new RandomWork(keys, random, () -> ++lastValue);
    boolean byHand = random.nextBoolean();
    attempt = null;
    try {
      if (byHand) {
        commitByHand(transactions, work);
      } else {
        transactions.run(tx -> attempt(tx, work));
      }
      attempt.ok();
      return Outcome.OK;
    } catch (CommitOutcomeUnknownException unknownOutcome) {
      attempt.info();
      return Outcome.INFO;
    } catch (IOException surelyNot) {
      attempt.fail();
      return Outcome.FAIL;
    } catch (IllegalStateException closed) {
      return unknownIfBegun();
    }
  }

  /** The client was closed meanwhile: the library then reports nothing about open transactions. */
  private Outcome unknownIfBegun() {
    if (attempt == null) {
      return Outcome.FAIL;
    }
    attempt.info();
    return Outcome.INFO;
  }

  private void commitByHand(TransactionManager transactions, RandomWork work) throws IOException {
    try (Transaction tx = transactions.begin()) {
      attempt(tx, work);
      tx.commit();
    }
  }

  /** Runs the work; the previous attempt, if there was one, has failed. */
  private void attempt(Transaction tx, RandomWork work) throws IOException {
    if (attempt != null) {
      attempt.fail();
    }
    attempt = log.begin(process);
    work.perform(new Operations(tx, attempt));
    attempt.committing();
  }
}
