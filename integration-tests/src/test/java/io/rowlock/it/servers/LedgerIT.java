package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.servers.Ledger.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ledger detects manipulations of its tables. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class LedgerIT {

  private static final int ACCOUNTS = 0;
  private static final int JOURNAL = 2;
  private static final int NOTES = 3;

  /** Transactions of a new table write a minute ahead of the clock: see {@code Floor}. */
  private static final long LATER = System.currentTimeMillis() + Duration.ofDays(1).toMillis();

  /** A manipulation, and the message of the ledger. */
  enum Tampering {
    A_TRANSFER_IS_HALF_DONE("sum of group 3", ACCOUNTS) {
      @Override
      void perform(Table accounts, Ledger ledger) throws IOException {
        add(accounts, "03-0", 1);
      }
    },
    A_COMMITTED_TRANSACTION_IS_LOST("journal", JOURNAL) {
      @Override
      void perform(Table journal, Ledger ledger) throws IOException {
        journal.delete(new Delete(Rows.bytes("entry-00"), LATER));
      }
    },
    A_FAILED_TRANSACTION_IS_THERE("ids written", JOURNAL) {
      @Override
      void perform(Table journal, Ledger ledger) throws IOException {
        journal.put(Rows.put("entry-xx", ledger.idsOfFailed().iterator().next()));
      }
    },
    NOBODY_KNOWS_A_TRANSACTION("unknown outcomes", JOURNAL) {
      @Override
      void perform(Table journal, Ledger ledger) throws IOException {
        journal.put(Rows.put("entry-xx", "nobody"));
      }
    },
    A_TRANSACTION_COUNTS_TWICE("sum of the counters", NOTES) {
      @Override
      void perform(Table notes, Ledger ledger) throws IOException {
        add(notes, "count-0", 1);
      }
    },
    SOMETHING_UNCOMMITTED_IS_SEEN("ids of the journal", NOTES) {
      @Override
      void perform(Table notes, Ledger ledger) throws IOException {
        notes.put(
            new Put(Rows.bytes("mark-0"), LATER)
                .addColumn(TestTables.F, Rows.V, Rows.bytes("nobody")));
        ledger.readRaw();
      }
    };

    private final String complaint;
    private final int table;

    Tampering(String complaint, int table) {
      this.complaint = complaint;
      this.table = table;
    }

    abstract void perform(Table table, Ledger ledger) throws IOException;

    static void add(Table table, String row, long amount) throws IOException {
      Increment increment = new Increment(Rows.bytes(row));
      Result unused = table.increment(increment.addColumn(TestTables.F, Rows.V, amount));
    }
  }

  private final Connection connection;

  LedgerIT(Connection connection) {
    this.connection = connection;
  }

  @Test
  void ledgerAcceptsUnchangedTables() throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      fill(transactions).check(transactions);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ledgerDetectsManipulation(Tampering tampering) throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      Ledger ledger = fill(transactions);
      try (Table table = connection.getTable(ledger.tables().get(tampering.table))) {
        tampering.perform(table, ledger);
      }
      assertThatThrownBy(() -> ledger.check(transactions))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("[" + tampering.complaint + "]");
    }
  }

  /** Creates a ledger with committed and failed transactions. */
  private Ledger fill(TransactionManager transactions) throws IOException {
    Ledger ledger = Ledger.open(connection, transactions);
    Random random = new Random(1);
    int committed = 0;
    while (committed < 10 || ledger.idsOfFailed().isEmpty()) {
      Outcome outcome =
          ledger.transact(transactions, random, String.format("entry-%02d", committed));
      committed += outcome == Outcome.COMMITTED ? 1 : 0;
    }
    transactions.drain();
    return ledger;
  }
}
