package io.rowlock.spring.sample;

import io.rowlock.spring.CurrentTransaction;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@SpringBootApplication
public class BankApplication {

  public static void main(String[] arguments) throws IOException {
    try (var context = SpringApplication.run(BankApplication.class, arguments)) {
      long left = context.getBean(Bank.class).transfer("alice", "bob", 30);
      System.out.println("alice has " + left);
    }
  }

  @Service
  public static class Bank {

    private static final TableName ACCOUNTS = TableName.valueOf("accounts");
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final byte[] BALANCE = Bytes.toBytes("balance");

    private final CurrentTransaction current;

    public Bank(CurrentTransaction current) {
      this.current = current;
    }

    @Transactional
    public long transfer(String from, String to, long amount) throws IOException {
      Table accounts = current.table(ACCOUNTS);
      long left = add(accounts, from, -amount);
      if (left < 0) {
        throw new IllegalArgumentException("not enough money"); // nothing is written
      }
      long unused = add(accounts, to, amount);
      return left; // both rows are written, or none
    }

    private static long add(Table accounts, String name, long amount) throws IOException {
      byte[] row = Bytes.toBytes(name);
      byte[] old = accounts.get(new Get(row)).getValue(FAMILY, BALANCE);
      long balance = (old == null ? 0 : Bytes.toLong(old)) + amount;
      accounts.put(new Put(row).addColumn(FAMILY, BALANCE, Bytes.toBytes(balance)));
      return balance;
    }
  }
}
