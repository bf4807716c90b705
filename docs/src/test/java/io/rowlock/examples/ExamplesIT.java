package io.rowlock.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.docs.DocsHBase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What each example leaves in its tables, and what it says; plain HBase looks. */
@ExtendWith(DocsHBase.class)
class ExamplesIT {

  private final Connection connection;

  ExamplesIT(Connection connection) {
    this.connection = connection;
  }

  @Test
  void transferKeepsTheSum() throws Exception {
    assertThat(run("transfer")).contains("100 transfers, 400 in all");
    Map<String, byte[]> accounts = rows(MoneyTransfer.ACCOUNTS, MoneyTransfer.BALANCE);
    assertThat(accounts).hasSize(4);
    assertThat(accounts.values()).extracting(Bytes::toLong).allMatch(balance -> balance >= 0);
    assertThat(sum(accounts)).isEqualTo(400);
  }

  @Test
  void uniqueGivesTheAddressToOneUser() throws Exception {
    assertThat(run("unique")).contains("1 of 8 users").contains("7 have taken another");
    Map<String, byte[]> byUser = rows(UniqueConstraint.USERS, UniqueConstraint.ADDRESS);
    Map<String, byte[]> byAddress = rows(UniqueConstraint.ADDRESSES, UniqueConstraint.ID);
    assertThat(byUser).hasSize(8);
    assertThat(byAddress).hasSize(8);
    byAddress.forEach(
        (address, id) ->
            assertThat(byUser.get(Bytes.toString(id))).isEqualTo(Bytes.toBytes(address)));
  }

  @Test
  void indexAndTableAreTheSame() throws Exception {
    assertThat(run("index")).contains("60 moves");
    List<String> expected = new ArrayList<>();
    rows(SecondaryIndex.PEOPLE, SecondaryIndex.TOWN)
        .forEach((person, town) -> expected.add(Bytes.toString(town) + '\0' + person));
    assertThat(rows(SecondaryIndex.BY_TOWN, new byte[0]).keySet())
        .containsExactlyInAnyOrderElementsOf(expected)
        .hasSize(4);
  }

  @Test
  void counterCountsEverything() throws Exception {
    assertThat(run("counter"))
        .contains("80 visits, 0 attempts lost")
        .contains("80 different tickets");
    Map<String, byte[]> counters = rows(HotCounter.COUNTERS, HotCounter.COUNT);
    assertThat(Bytes.toLong(counters.get("visits"))).isEqualTo(80);
    assertThat(Bytes.toLong(counters.get("tickets"))).isEqualTo(80);
    assertThat(rows(HotCounter.VISITS, HotCounter.COUNT)).hasSize(80);
  }

  @Test
  void queueDoesEachJobOnce() throws Exception {
    assertThat(run("queue")).contains("40 of 40 jobs");
    assertThat(rows(WorkQueue.JOBS, WorkQueue.WORKER)).isEmpty();
    assertThat(rows(WorkQueue.DONE, WorkQueue.WORKER)).hasSize(40);
  }

  /** Each order takes two of the thirty pieces: fifteen fit, in the best case. */
  @Test
  void orderTakesNoMoreThanThereIs() throws Exception {
    String said = run("order");
    long stock = sum(rows(ManyTableOrder.STOCK, ManyTableOrder.AMOUNT));
    long credit = sum(rows(ManyTableOrder.CUSTOMERS, ManyTableOrder.AMOUNT));
    int orders = rows(ManyTableOrder.ORDERS, ManyTableOrder.AMOUNT).size();
    int lines = rows(ManyTableOrder.LINES, ManyTableOrder.AMOUNT).size();
    assertThat(said).contains(orders + " orders placed, " + (20 - orders) + " refused");
    assertThat(orders).isBetween(13, 15);
    assertThat(lines).isEqualTo(2 * orders);
    assertThat(stock).isEqualTo(30 - lines);
    assertThat(credit).isEqualTo(4 * ManyTableOrder.CREDIT - 2L * lines);
  }

  @Test
  void asyncBooksEachSeatOnce() throws Exception {
    assertThat(run("async")).contains("60 guests, 40 seats booked, 20 without one");
    assertThat(rows(AsyncService.SEATS, AsyncService.GUEST)).hasSize(40);
  }

  private String run(String name) throws Exception {
    StringWriter said = new StringWriter();
    Example.named(name).orElseThrow().program().main(connection, new PrintWriter(said, true));
    return said.toString();
  }

  private Map<String, byte[]> rows(TableName name, byte[] column) throws IOException {
    Map<String, byte[]> rows = new TreeMap<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan().addFamily(ExampleTables.FAMILY))) {
      for (Result row : scanner) {
        rows.put(Bytes.toString(row.getRow()), row.getValue(ExampleTables.FAMILY, column));
      }
    }
    return rows;
  }

  private static long sum(Map<String, byte[]> rows) {
    return rows.values().stream().mapToLong(Bytes::toLong).sum();
  }
}
