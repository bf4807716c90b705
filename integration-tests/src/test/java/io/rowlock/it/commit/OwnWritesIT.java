package io.rowlock.it.commit;

import static io.rowlock.it.kit.Rows.N;
import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Each read call of a transaction sees the transaction's own writes; other readers do not. The
 * table contains the rows b, d, f and h; the transaction changes b, deletes d and inserts c and g.
 */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class OwnWritesIT {

  private final Connection connection;
  private final TransactionManager transactions;
  private final TableName table;
  private Transaction tx;
  private Table rows;

  OwnWritesIT(Connection connection) throws IOException {
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    table = TestTables.create(connection, "c", "f");
  }

  @BeforeEach
  void writeSomething() throws IOException {
    TestTables.clear(transactions, table);
    transactions.run(
        setUp -> {
          for (String row : List.of("b", "d", "f", "h")) {
            setUp.table(table).put(Rows.put(row, "old").addColumn(G, N, Bytes.toBytes(10L)));
          }
        });
    tx = transactions.begin();
    rows = tx.table(table);
    rows.put(Rows.put("b", "new"));
    rows.delete(Rows.delete("d"));
    rows.put(List.of(Rows.put("c", "new"), Rows.put("g", "new")));
  }

  /** Commits, and checks that the table then contains what the transaction saw. */
  @AfterEach
  void commitKeepsWritesThatTransactionSaw() throws IOException {
    List<String> seen = Rows.contents(rows);
    tx.commit();
    assertThat(
            transactions.<List<String>, IOException>call(
                later -> Rows.contents(later.table(table))))
        .isEqualTo(seen);
    transactions.drain();
    try (Table raw = connection.getTable(table)) {
      assertThat(Rows.contents(raw)).isEqualTo(seen);
    }
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void getSeesOwnWrites() throws IOException {
    assertThat(Rows.text(rows, "b")).isEqualTo("new");
    assertThat(Rows.text(rows, "c")).isEqualTo("new");
    assertThat(rows.get(Rows.get("d")).isEmpty()).isTrue();
    assertThat(Rows.text(rows, "f")).isEqualTo("old");
  }

  @Test
  void otherReadersDoNotSeeOwnWrites() throws IOException {
    List<String> before = List.of("b old 10", "d old 10", "f old 10", "h old 10");
    assertThat(
            transactions.<List<String>, IOException>call(
                other -> Rows.contents(other.table(table))))
        .isEqualTo(before);
    try (Table raw = connection.getTable(table)) {
      assertThat(Rows.contents(raw)).isEqualTo(before);
    }
  }

  @Test
  void getCombinesOwnWritesWithOtherColumns() throws IOException {
    Result whole = rows.get(Rows.get("b"));
    assertThat(Rows.text(whole)).isEqualTo("new");
    assertThat(whole.getValue(G, N)).isEqualTo(Bytes.toBytes(10L));
    assertThat(whole.rawCells()).hasSize(2);
    Result family = rows.get(Rows.get("b").addFamily(G));
    assertThat(family.rawCells()).hasSize(1);
    assertThat(rows.get(Rows.get("b").addColumn(F, N)).isEmpty()).isTrue();
    assertThat(Rows.text(rows.get(Rows.get("b").addColumn(F, Rows.V)))).isEqualTo("new");
  }

  @Test
  void getOfSeveralRowsSeesOwnWrites() throws IOException {
    Result[] results =
        rows.get(
            List.of(Rows.get("b"), Rows.get("c"), Rows.get("d"), Rows.get("f"), Rows.get("x")));
    assertThat(results).extracting(Rows::text).containsExactly("new", "new", null, "old", null);
  }

  @Test
  void existsSeesOwnWrites() throws IOException {
    assertThat(rows.exists(Rows.get("c"))).isTrue();
    assertThat(rows.exists(Rows.get("d"))).isFalse();
    assertThat(rows.exists(Rows.get("c").addColumn(G, N))).isFalse();
    assertThat(rows.exists(List.of(Rows.get("b"), Rows.get("d"), Rows.get("g"), Rows.get("x"))))
        .containsExactly(true, false, true, false);
  }

  @Test
  void scansSeeOwnWrites() throws IOException {
    assertThat(Rows.keys(rows, new Scan())).containsExactly("b", "c", "f", "g", "h");
    assertThat(Rows.keys(rows, Rows.range("c", "g"))).containsExactly("c", "f");
    assertThat(Rows.scan(rows, new Scan()))
        .extracting(Rows::text)
        .containsExactly("new", "new", "old", "new", "old");
  }

  @Test
  void reversedScansSeeOwnWrites() throws IOException {
    assertThat(Rows.keys(rows, new Scan().setReversed(true)))
        .containsExactly("h", "g", "f", "c", "b");
    assertThat(Rows.keys(rows, Rows.range("g", "b").setReversed(true)))
        .containsExactly("g", "f", "c");
  }

  @Test
  void limitsOfScansCountOwnWrites() throws IOException {
    assertThat(Rows.keys(rows, new Scan().setLimit(3))).containsExactly("b", "c", "f");
    assertThat(Rows.keys(rows, new Scan().setReversed(true).setLimit(2))).containsExactly("h", "g");
  }

  @Test
  void scansOfSelectedColumnsSeeOwnWrites() throws IOException {
    assertThat(Rows.keys(rows, new Scan().addColumn(G, N))).containsExactly("b", "f", "h");
    assertThat(Rows.keys(rows, new Scan().addFamily(F))).containsExactly("b", "c", "f", "g", "h");
  }

  @Test
  void filtersApplyToOwnWrites() throws IOException {
    assertThat(Rows.keys(rows, new Scan().setFilter(valueIs("new"))))
        .containsExactly("b", "c", "g");
    assertThat(Rows.keys(rows, new Scan().setFilter(valueIs("old")))).containsExactly("f", "h");
    assertThat(rows.get(Rows.get("b").setFilter(valueIs("old"))).isEmpty()).isTrue();
    assertThat(Rows.text(rows.get(Rows.get("b").setFilter(valueIs("new"))))).isEqualTo("new");
  }

  private static SingleColumnValueFilter valueIs(String value) {
    return new SingleColumnValueFilter(F, Rows.V, CompareOperator.EQUAL, Rows.bytes(value));
  }

  @Test
  void openScanSeesNoLaterOwnWrites() throws IOException {
    List<String> seen = new ArrayList<>();
    try (var scanner = rows.getScanner(new Scan().setCaching(1))) {
      for (Result row : scanner) {
        seen.add(Bytes.toString(row.getRow()));
        if (seen.size() == 1) {
          rows.put(Rows.put("z", "new"));
        }
      }
    }
    assertThat(seen).containsExactly("b", "c", "f", "g", "h");
  }

  @Test
  void checkAndMutateChecksOwnWrites() throws IOException {
    assertThat(check("b", "old")).as("the old value").isFalse();
    assertThat(check("b", "new")).as("the own value").isTrue();
    assertThat(Rows.text(rows, "b")).isEqualTo("checked");
    CheckAndMutate onceMore =
        CheckAndMutate.newBuilder(Rows.bytes("d"))
            .ifNotExists(F, Rows.V)
            .build(Rows.put("d", "again"));
    assertThat(rows.checkAndMutate(onceMore).isSuccess()).isTrue();
    assertThat(rows.checkAndMutate(onceMore).isSuccess()).isFalse();
    assertThat(Rows.text(rows, "d")).isEqualTo("again");
  }

  @Test
  void checkAndMutateByFilterChecksOwnWrites() throws IOException {
    CheckAndMutate ifNew =
        CheckAndMutate.newBuilder(Rows.bytes("c"))
            .ifMatches(valueIs("new"))
            .build(new Delete(Rows.bytes("c")));
    List<CheckAndMutateResult> results = rows.checkAndMutate(List.of(ifNew, ifNew));
    assertThat(results).extracting(CheckAndMutateResult::isSuccess).containsExactly(true, false);
    assertThat(rows.exists(Rows.get("c"))).isFalse();
  }

  private boolean check(String row, String value) throws IOException {
    return rows.checkAndMutate(
            CheckAndMutate.newBuilder(Rows.bytes(row))
                .ifEquals(F, Rows.V, Rows.bytes(value))
                .build(Rows.put(row, "checked")))
        .isSuccess();
  }

  @Test
  void incrementAddsToOwnWrites() throws IOException {
    rows.put(new Put(Rows.bytes("b")).addColumn(G, N, Bytes.toBytes(100L)));
    assertThat(number(rows.increment(plus("b", 1)))).isEqualTo(101);
    assertThat(rows.incrementColumnValue(Rows.bytes("b"), G, N, 9)).isEqualTo(110);
    assertThat(number(rows.increment(plus("d", 1)))).as("of a deleted row").isEqualTo(1);
    assertThat(number(rows.increment(plus("f", 1)))).as("of the committed value").isEqualTo(11);
    assertThat(number(rows.get(Rows.get("b")))).isEqualTo(110);
    assertThat(number(rows.get(Rows.get("f")))).isEqualTo(11);
  }

  @Test
  void incrementsWithoutResultAddUp() throws IOException {
    for (int i = 0; i < 3; i++) {
      Result nothing = rows.increment(plus("h", 5).setReturnResults(false));
      assertThat(nothing == null || nothing.isEmpty()).isTrue();
    }
    assertThat(number(rows.get(Rows.get("h")))).isEqualTo(25);
  }

  private static Increment plus(String row, long amount) {
    return new Increment(Rows.bytes(row)).addColumn(G, N, amount);
  }

  private static long number(Result row) {
    return Bytes.toLong(row.getValue(G, N));
  }

  @Test
  void appendExtendsOwnWrites() throws IOException {
    assertThat(Rows.text(rows.append(appendTo("b")))).isEqualTo("new+");
    assertThat(Rows.text(rows.append(appendTo("d")))).isEqualTo("+");
    assertThat(Rows.text(rows.append(appendTo("f")))).isEqualTo("old+");
    Result nothing = rows.append(appendTo("h").setReturnResults(false));
    assertThat(nothing == null || nothing.isEmpty()).isTrue();
    assertThat(rows.get(List.of(Rows.get("b"), Rows.get("d"), Rows.get("f"), Rows.get("h"))))
        .extracting(Rows::text)
        .containsExactly("new+", "+", "old+", "old+");
  }

  private static Append appendTo(String row) {
    return new Append(Rows.bytes(row)).addColumn(F, Rows.V, Rows.bytes("+"));
  }

  @Test
  void readsSeeMutateRow() throws IOException {
    var unused =
        rows.mutateRow(
            RowMutations.of(
                List.of(new Delete(Rows.bytes("b")).addColumns(G, N), Rows.put("b", "mutated"))));
    Result row = rows.get(Rows.get("b"));
    assertThat(Rows.text(row)).isEqualTo("mutated");
    assertThat(row.containsColumn(G, N)).isFalse();
  }

  @Test
  void readsSeeBatchAndBatchSeesOwnWrites() throws Exception {
    List<Row> actions =
        List.of(
            Rows.get("b"),
            plus("f", 1),
            appendTo("c"),
            Rows.put("x", "batched"),
            Rows.delete("g"),
            RowMutations.of(List.of(Rows.put("h", "mutated"))));
    Object[] results = new Object[actions.size()];
    rows.batch(actions, results);
    assertThat(Rows.text((Result) results[0])).isEqualTo("new");
    assertThat(number((Result) results[1])).isEqualTo(11);
    assertThat(Rows.text((Result) results[2])).isEqualTo("new+");
    assertThat(results).doesNotContainNull();
    assertThat(Rows.keys(rows, new Scan())).containsExactly("b", "c", "f", "h", "x");
    assertThat(Rows.text(rows, "h")).isEqualTo("mutated");
  }

  @Test
  void readsDoNotSeeDeletedColumns() throws IOException {
    rows.delete(new Delete(Rows.bytes("f")).addColumns(F, Rows.V));
    rows.delete(List.of(new Delete(Rows.bytes("h")).addFamily(G)));
    Result[] left = rows.get(List.of(Rows.get("f"), Rows.get("h")));
    assertThat(left[0].containsColumn(F, Rows.V)).isFalse();
    assertThat(left[0].containsColumn(G, N)).isTrue();
    assertThat(left[1].containsColumn(F, Rows.V)).isTrue();
    assertThat(left[1].containsColumn(G, N)).isFalse();
    assertThat(Rows.keys(rows, new Scan().addFamily(F))).containsExactly("b", "c", "g", "h");
  }

  @Test
  void readsHideLockFamily() throws IOException {
    Result row = rows.get(new Get(Rows.bytes("f")));
    assertThat(row.getNoVersionMap()).containsOnlyKeys(F, G);
    assertThat(Rows.scan(rows, new Scan()))
        .allSatisfy(found -> assertThat(found.getFamilyMap(Rows.bytes("_lock"))).isNullOrEmpty());
  }
}
