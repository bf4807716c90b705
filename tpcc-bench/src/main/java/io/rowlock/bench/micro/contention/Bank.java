package io.rowlock.bench.micro.contention;

import io.rowlock.TransactionManager;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** Accounts among which money moves, and none may come or go. */
final class Bank {
  private static final int MOST_MOVED = 10;

  private final int accounts;
  private final List<Get> all;
  private final long total;
  private final Queue<Long> auditEnds = new ConcurrentLinkedQueue<>();
  private final Queue<Long> wrongSums = new ConcurrentLinkedQueue<>();

  Bank(int accounts) {
    this.accounts = accounts;
    this.all =
        IntStream.range(0, accounts)
            .mapToObj(account -> ContentionTable.get(ContentionTable.account(account)))
            .toList();
    this.total = accounts * ContentionTable.OPENING_BALANCE;
  }

  void transfer(TransactionManager transactions, SplittableRandom random) throws IOException {
    int from = random.nextInt(accounts);
    int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
    long amount = 1L + random.nextInt(MOST_MOVED);
    transactions.run(
        transaction -> {
          Table table = transaction.table(ContentionTable.NAME);
          move(table, from, -amount);
          move(table, to, amount);
        });
  }

  /** In a transaction of its own; notes the end, and the sum when it is wrong. */
  void audit(TransactionManager transactions) throws IOException {
    long sum =
        transactions.call(
            transaction -> {
              long balances = 0;
              for (Result result : transaction.table(ContentionTable.NAME).get(all)) {
                balances += ContentionTable.number(result);
              }
              return balances;
            });
    auditEnds.add(System.nanoTime());
    if (sum != total) {
      wrongSums.add(sum);
    }
  }

  /** When audits have ended, by {@link System#nanoTime}, since the last question. */
  List<Long> takeAuditEnds() {
    List<Long> ends = List.copyOf(auditEnds);
    auditEnds.clear();
    return ends;
  }

  /** Sums that audits found, and that are not what the accounts were opened with. */
  List<Long> wrongSums() {
    return List.copyOf(wrongSums);
  }

  long total() {
    return total;
  }

  private static void move(Table table, int account, long amount) throws IOException {
    byte[] row = ContentionTable.account(account);
    long balance = ContentionTable.number(table.get(ContentionTable.get(row)));
    table.put(ContentionTable.number(row, balance + amount));
  }
}
