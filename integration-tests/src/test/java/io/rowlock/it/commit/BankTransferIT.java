package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Bank;
import io.rowlock.it.kit.Bank.Reading;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Transfers move money between a hundred accounts; every concurrent audit finds the same sum. */
@ExtendWith(HBaseExtension.class)
class BankTransferIT {

  private static final int WRITERS = 16;
  private static final int TRANSFERS = 50;
  private static final long SEED = 20_240_601;

  private final AtomicInteger audits = new AtomicInteger();
  private final AtomicInteger auditConflicts = new AtomicInteger();

  @Test
  void everyCommittedAuditFindsTheSameSum(Connection connection) throws Exception {
    try (TransactionManager one = TransactionManager.create(connection);
        TransactionManager other = TransactionManager.create(connection);
        Crew crew = new Crew()) {
      Bank bank = Bank.open(connection, one);
      List<TransactionManager> clients = List.of(one, other);
      CountDownLatch writing = new CountDownLatch(WRITERS);
      crew.start(
          WRITERS,
          thread -> {
            Random random = new Random(SEED + thread);
            for (int i = 0; i < TRANSFERS; i++) {
              clients.get(thread % 2).run(tx -> bank.transfer(tx, random));
            }
            writing.countDown();
          });
      for (Reading how : Reading.values()) {
        for (TransactionManager client : clients) {
          Future<?> unused = crew.start(() -> audit(bank, client, how, writing));
        }
      }
      crew.join();

      one.drain();
      other.drain();
      System.out.printf(
          "%s: %d transfers, %d conflicts, %d audits committed meanwhile, %d conflicted, seed %d%n",
          getClass().getSimpleName(),
          WRITERS * TRANSFERS,
          one.counters().conflicts() + other.counters().conflicts() - auditConflicts.get(),
          audits.get(),
          auditConflicts.get(),
          SEED);
      assertThat(bank.rawTotal()).isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
      assertThat(audits.get()).as("audits that committed during the transfers").isGreaterThan(60);
      assertThat(one.counters().unknownOutcomes() + other.counters().unknownOutcomes()).isZero();
      Locks.assertAllSettled(connection, bank.tables());
    }
  }

  /** Adds up one group after the other while transfers run. */
  private Void audit(Bank bank, TransactionManager client, Reading how, CountDownLatch writing)
      throws IOException {
    for (int i = 0; writing.getCount() > 0; i++) {
      try (Transaction tx = client.begin()) {
        long sum = bank.sum(tx, i % Bank.GROUPS, how);
        tx.commit();
        assertThat(sum).as("sum of a group, by %s", how).isEqualTo(Bank.SUM_OF_GROUP);
        audits.incrementAndGet();
      } catch (ConflictException rival) {
        auditConflicts.incrementAndGet();
      }
    }
    return null;
  }
}
