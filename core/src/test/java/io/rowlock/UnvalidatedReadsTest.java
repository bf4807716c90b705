package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnvalidatedReadsTest {

  private final SimulatedTransactions transactions = new SimulatedTransactions();
  private final Transaction transaction = transactions.begin();
  private final Table unvalidated = transaction.unvalidated().table(TABLE);

  @Test
  void gets() throws IOException {
    transactions.overwrite("a", "1");
    assertThat(value(unvalidated.get(get("a")))).isEqualTo("1");
    assertThat(unvalidated.exists(List.of(get("a"), get("b")))).containsExactly(true, false);
    overtaken();
    assertThat(value(unvalidated.get(get("a")))).isEqualTo("overtaken");
    commits();
  }

  @Test
  void getsOfABatch() throws IOException, InterruptedException {
    transactions.overwrite("a", "1");
    Object[] results = new Object[2];
    List<Row> actions = List.of(get("a"), put("b", "2"));
    unvalidated.batch(actions, results);
    assertThat(value((Result) results[0])).isEqualTo("1");
    overtaken();
    commits();
    assertThat(transactions.stored("b")).isEqualTo("2");
  }

  @Test
  void scans() throws IOException {
    transactions.overwrite("a", "1");
    assertThat(values(new Scan())).containsExactly("1");
    overtaken();
    transactions.overwrite("ab", "a phantom");
    assertThat(values(new Scan())).containsExactly("overtaken", "a phantom");
    commits();
  }

  /** The same calls conflict if they are validated. */
  @Test
  void othersAreValidated() throws IOException {
    transactions.overwrite("a", "1");
    assertThat(value(unvalidated.get(get("a")))).isEqualTo("1");
    assertThat(value(transaction.table(TABLE).get(get("a")))).isEqualTo("1");
    overtaken();
    write(transaction, "c", "3");
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
  }

  @Test
  void ownWritesAreSeen() throws IOException {
    transactions.overwrite("a", "1");
    write(transaction, "a", "own");
    write(transaction, "b", "new");
    assertThat(value(unvalidated.get(get("a")))).isEqualTo("own");
    assertThat(values(new Scan())).containsExactly("own", "new");
  }

  @Test
  void rowsThatAreReadSoStayBlind() throws IOException {
    transactions.overwrite("a", "1");
    assertThat(value(unvalidated.get(get("a")))).isEqualTo("1");
    unvalidated.put(put("a", "2"));
    assertThat(value(unvalidated.get(get("a")))).isEqualTo("2");
    overtaken();
    commits();
    assertThat(transactions.stored("a")).isEqualTo("2");
  }

  /** Otherwise the increments of others between the read and the commit would be lost. */
  @Test
  void rowsWithOpenChangesAreValidated() throws IOException {
    increment(transaction);
    assertThat(Bytes.toLong(unvalidated.get(get("n")).value())).isEqualTo(1);
    incrementOfAnother();
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
  }

  @Test
  void rowsWithOpenChangesAreValidatedInScans() throws IOException {
    increment(transaction);
    try (ResultScanner rows = unvalidated.getScanner(new Scan())) {
      assertThat(Bytes.toLong(rows.next().value())).isEqualTo(1);
    }
    incrementOfAnother();
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
  }

  private void incrementOfAnother() throws IOException {
    Transaction other = transactions.begin();
    increment(other);
    other.commit();
  }

  private static void increment(Transaction of) throws IOException {
    Increment increment = new Increment(bytes("n")).addColumn(FAMILY, QUALIFIER, 1);
    var unused = of.table(TABLE).increment(increment.setReturnResults(false));
  }

  private void overtaken() {
    transactions.overwrite("a", "overtaken");
  }

  private void commits() throws IOException {
    write(transaction, "c", "3");
    transaction.commit();
    assertThat(transactions.stored("c")).isEqualTo("3");
  }

  private List<@Nullable String> values(Scan scan) throws IOException {
    List<@Nullable String> values = new ArrayList<>();
    try (ResultScanner rows = unvalidated.getScanner(scan)) {
      rows.forEach(row -> values.add(value(row)));
    }
    return values;
  }

  private static Get get(String row) {
    return new Get(bytes(row));
  }

  private static Put put(String row, String value) {
    return new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes(value));
  }

  private static @Nullable String value(Result result) {
    return result.isEmpty() ? null : Bytes.toString(result.value());
  }
}
