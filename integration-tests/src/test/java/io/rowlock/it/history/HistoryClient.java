package io.rowlock.it.history;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.history.HistoryTransaction.Outcome;
import java.io.IOException;
import java.util.Random;

/**
 * One thread of a client: runs random transactions one after another, and notes what it was told of
 * each. What the library calls surely not committed is noted as failed, what it calls unknown as
 * that, and each attempt that {@code run} makes as a transaction of its own.
 */
public final class HistoryClient {

  /** So many values are one process's own. */
  private static final long VALUES = 10_000_000;

  private final int process;
  private final Keys keys;
  private final TransactionLog log;
  private final Random random;
  private long lastValue;
  private TransactionLog.Attempt attempt;

  /**
   * @param process no other thread of the run, in whatever JVM, may have the same
   */
  public HistoryClient(int process, Keys keys, TransactionLog log, long seed) {
    this.process = process;
    this.keys = keys;
    this.log = log;
    this.random = new Random(seed);
    this.lastValue = process * VALUES;
  }

  /** Runs a transaction, if need be several times, and says what it was told in the end. */
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
    } catch (CommitOutcomeUnknownException nobodyKnows) {
      attempt.info();
      return Outcome.INFO;
    } catch (IOException surelyNot) {
      attempt.fail();
      return Outcome.FAIL;
    } catch (IllegalStateException closed) {
      return unknownIfBegun();
    }
  }

  /** The client was closed under it: then the library says nothing of what has begun. */
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

  /** Does the work; the attempt before this one, if any, has failed. */
  private void attempt(Transaction tx, RandomWork work) throws IOException {
    if (attempt != null) {
      attempt.fail();
    }
    attempt = log.begin(process);
    work.perform(new Operations(tx, attempt));
    attempt.committing();
  }
}
