package io.rowlock.examples;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** People move from town to town; a look-up by town always finds the people who live there. */
public final class SecondaryIndex {

  static final TableName PEOPLE = ExampleTables.named("people");
  static final TableName BY_TOWN = ExampleTables.named("people_by_town");
  static final byte[] FAMILY = ExampleTables.FAMILY;
  static final byte[] TOWN = Bytes.toBytes("town");

  private static final byte[] NOTHING = {};
  private static final List<String> TOWNS = List.of("Oslo", "Quito", "Turin");
  private static final int MOVERS = 4;
  private static final int MOVES = 15;

  private SecondaryIndex() {}

  // snippet: index
  /** The row and its entry in the index change together. */
  static void move(Transaction tx, String person, String town) throws IOException {
    byte[] id = Bytes.toBytes(person);
    Table index = tx.table(BY_TOWN);
    Result before = tx.table(PEOPLE).get(new Get(id));
    if (!before.isEmpty()) {
      index.delete(new Delete(entry(Bytes.toString(before.getValue(FAMILY, TOWN)), person)));
    }
    tx.table(PEOPLE).put(new Put(id).addColumn(FAMILY, TOWN, Bytes.toBytes(town)));
    index.put(new Put(entry(town, person)).addColumn(FAMILY, NOTHING, NOTHING));
  }

  /** A scan of the index sees no entry too few and none too many. */
  static List<String> inhabitants(Transaction tx, String town) throws IOException {
    Scan entries = new Scan().setStartStopRowForPrefixScan(entry(town, ""));
    List<String> people = new ArrayList<>();
    try (ResultScanner found = tx.table(BY_TOWN).getScanner(entries)) {
      for (Result entry : found) {
        people.add(Bytes.toString(entry.getRow()).substring(town.length() + 1));
      }
    }
    return people;
  }

  /** A byte that no name contains keeps one town apart from another whose name is longer. */
  private static byte[] entry(String town, String person) {
    return Bytes.toBytes(town + '\0' + person);
  }

  // end

  /** Four people move about; after each move a reader counts all of them by the index. */
  public static void main(Connection connection, PrintWriter out) throws Exception {
    ExampleTables.create(connection, PEOPLE);
    ExampleTables.create(connection, BY_TOWN);
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(tx -> settle(tx));
      Crowd.act(MOVERS, number -> moveAbout(transactions, number));
      for (String town : TOWNS) {
        out.println(town + ": " + transactions.call(tx -> inhabitants(tx, town)));
      }
      out.printf("%d moves, and as many counts that were right%n", MOVERS * MOVES);
    }
  }

  private static void settle(Transaction tx) throws IOException {
    for (int number = 0; number < MOVERS; number++) {
      move(tx, "person" + number, TOWNS.get(0));
    }
  }

  private static void moveAbout(TransactionManager transactions, int number) throws IOException {
    Random random = new Random(number);
    for (int i = 0; i < MOVES; i++) {
      String town = TOWNS.get(random.nextInt(TOWNS.size()));
      transactions.run(tx -> move(tx, "person" + number, town));
      int counted = transactions.call(SecondaryIndex::count);
      if (counted != MOVERS) {
        throw new IllegalStateException("The index has " + counted + " people, not " + MOVERS);
      }
    }
  }

  private static int count(Transaction tx) throws IOException {
    int people = 0;
    for (String town : TOWNS) {
      people += inhabitants(tx, town).size();
    }
    return people;
  }
}
