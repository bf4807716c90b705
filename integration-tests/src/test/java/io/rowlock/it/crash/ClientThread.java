package io.rowlock.it.crash;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** One thread of a client: runs one transaction after another, each in a single attempt. */
final class ClientThread {

  /** The upper limit of the transactions of one thread. */
  static final long IDS = 1_000_000;

  private static final int WARM_AFTER = 5;

  private final TransactionManager transactions;
  private final HistoryFile history;
  private final int process;
  private final Random random;
  private final Optional<HaltTrap> trap;

  ClientThread(
      TransactionManager transactions,
      HistoryFile history,
      int process,
      Random random,
      Optional<HaltTrap> trap) {
    this.transactions = transactions;
    this.history = history;
    this.process = process;
    this.random = random;
    this.trap = trap;
  }

  /** Never returns. */
  void run() throws IOException {
    for (long count = 1; ; count++) {
      if (count == WARM_AFTER) {
        trap.ifPresent(HaltTrap::arm);
      }
      Plan plan = Plan.random(process * IDS + count, random, System.currentTimeMillis());
      history.add(new HistoryLine.Begin(plan.id(), process, System.nanoTime(), plan.appends()));
      transact(plan);
    }
  }

  private void transact(Plan plan) throws IOException {
    Outcome outcome;
    // The reads of a transaction count only if it commits.
    List<Step> steps = plan.appends();
    try (Transaction transaction = transactions.begin()) {
      List<Step> done = ListTransaction.run(plan, transaction);
      trap.ifPresent(halt -> halt.committing(true));
      transaction.commit();
      outcome = Outcome.OK;
      steps = done;
    } catch (CommitOutcomeUnknownException unknownOutcome) {
      outcome = Outcome.INFO;
    } catch (IOException surelyNot) {
      outcome = Outcome.FAIL;
    }
    trap.ifPresent(halt -> halt.committing(false));
    history.add(new HistoryLine.End(plan.id(), System.nanoTime(), outcome, steps));
  }
}
