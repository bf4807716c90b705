package io.rowlock.it.kit;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * A hundred accounts in two tables of three regions each. Transfers stay within groups of ten
 * accounts, half of them in each table, so the sum of each group is constant.
 */
public final class Bank {

  public static final int GROUPS = 10;
  static final int GROUP_SIZE = 10;
  public static final long SUM_OF_GROUP = 1000L * GROUP_SIZE;

  private final Connection connection;
  private final List<TableName> tables;

  private Bank(Connection connection) throws IOException {
    this.connection = connection;
    this.tables =
        List.of(
            TestTables.create(connection, "03", "07"), TestTables.create(connection, "04", "06"));
  }

  public static Bank open(Connection connection, TransactionManager transactions)
      throws IOException {
    Bank bank = new Bank(connection);
    transactions.run(
        tx -> {
          for (int group = 0; group < GROUPS; group++) {
            for (int member = 0; member < GROUP_SIZE; member++) {
              bank.table(tx, member).put(Rows.put(row(group, member), SUM_OF_GROUP / GROUP_SIZE));
            }
          }
        });
    return bank;
  }

  public TableName[] tables() {
    return tables.toArray(TableName[]::new);
  }

  private static String prefix(int group) {
    return String.format("%02d-", group);
  }

  private static String row(int group, int member) {
    return prefix(group) + member;
  }

  private Table table(Transaction tx, int member) {
    return tx.table(tables.get(member % tables.size()));
  }

  /** Moves a random amount between two random accounts of a random group. */
  public void transfer(Transaction tx, Random random) throws IOException {
    int group = random.nextInt(GROUPS);
    int from = random.nextInt(GROUP_SIZE);
    int to = (from + 1 + random.nextInt(GROUP_SIZE - 1)) % GROUP_SIZE;
    long amount = 1L + random.nextInt(49);
    long left = Rows.number(table(tx, from), row(group, from)) - amount;
    long more = Rows.number(table(tx, to), row(group, to)) + amount;
    table(tx, from).put(Rows.put(row(group, from), left));
    table(tx, to).put(Rows.put(row(group, to), more));
  }

  /** Ways to read a group. */
  public enum Reading {
    GETS {
      @Override
      List<Result> read(Table table, int group, List<Get> gets) throws IOException {
        List<Result> results = new ArrayList<>();
        for (Get get : gets) {
          results.add(table.get(get));
        }
        return results;
      }
    },
    MULTI_GET {
      @Override
      List<Result> read(Table table, int group, List<Get> gets) throws IOException {
        return List.of(table.get(gets));
      }
    },
    SCAN {
      @Override
      List<Result> read(Table table, int group, List<Get> gets) throws IOException {
        return Rows.scan(table, new Scan().setStartStopRowForPrefixScan(Rows.bytes(prefix(group))));
      }
    };

    abstract List<Result> read(Table table, int group, List<Get> gets) throws IOException;
  }

  /** Returns the sum of the accounts of a group. */
  public long sum(Transaction tx, int group, Reading how) throws IOException {
    long sum = 0;
    for (int i = 0; i < tables.size(); i++) {
      List<Get> gets = new ArrayList<>();
      for (int member = i; member < GROUP_SIZE; member += tables.size()) {
        gets.add(Rows.get(row(group, member)));
      }
      for (Result account : how.read(tx.table(tables.get(i)), group, gets)) {
        sum += Rows.number(account);
      }
    }
    return sum;
  }

  /** Returns the sum of all accounts, from raw reads. */
  public long rawTotal() throws IOException {
    return rawTotal(connection);
  }

  /** As {@link #rawTotal()}, of a copy in another cluster. */
  public long rawTotal(Connection copy) throws IOException {
    long total = 0;
    for (TableName name : tables) {
      try (Table table = copy.getTable(name)) {
        for (Result account : Rows.scan(table, new Scan())) {
          total += Rows.number(account);
        }
      }
    }
    return total;
  }
}
