package io.rowlock.spring.sample;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import io.rowlock.spring.CurrentTransaction;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

// snippet: spring
@SpringBootApplication
public class BankApplication {

  public static void main(String[] arguments) throws IOException {
    try (var context = SpringApplication.run(BankApplication.class, arguments)) {
      System.out.println("alice has " + context.getBean(Bank.class).transfer("alice", "bob", 30));
    }
  }

  @Service
  public static class Bank {

    private final CurrentTransaction current;

    public Bank(CurrentTransaction current) {
      this.current = current;
    }

    @Transactional
    public long transfer(String from, String to, long amount) throws IOException {
      Table accounts = current.table(TableName.valueOf("accounts"));
      long left = add(accounts, from, -amount);
      if (left < 0) {
        throw new IllegalArgumentException("not enough money"); // nothing is written
      }
      long unused = add(accounts, to, amount);
      return left; // both rows are written, or none
    }

    private static long add(Table accounts, String name, long amount) throws IOException {
      return accounts.incrementColumnValue(toBytes(name), toBytes("f"), toBytes("balance"), amount);
    }
  }
}
// end
