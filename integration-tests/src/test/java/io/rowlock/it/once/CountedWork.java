package io.rowlock.it.once;

import static io.rowlock.it.kit.Rows.bytes;
import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Rows;
import io.rowlock.once.OnceResult;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Work that counts how often each id takes effect, and the answers that clients get. It reads
 * nothing, so only the row of the id prevents a second time. Its result is the transaction's id.
 */
final class CountedWork {

  private final TableName table;
  private final Map<String, Set<String>> answers = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> firstAnswers = new ConcurrentHashMap<>();

  /**
   * Creates the work.
   *
   * @param table its regions meet between "a" and "z"
   */
  CountedWork(TableName table) {
    this.table = table;
  }

  /** Does the work with the id, unless it was done before. */
  OnceResult<byte[]> call(OnceTable<byte[]> once, String id) throws IOException {
    return once.call(id, transaction -> count(transaction, id));
  }

  private byte[] count(Transaction transaction, String id) throws IOException {
    Increment increment = new Increment(bytes("a" + id)).addColumn(F, Rows.V, 1);
    var unused = transaction.table(table).increment(increment.setReturnResults(false));
    transaction.table(table).put(Rows.put("z" + id, transaction.id()));
    return bytes(transaction.id());
  }

  /** Notes an answer that a client got. */
  void note(String id, boolean isRepeated, String result) {
    answers.computeIfAbsent(id, first -> ConcurrentHashMap.newKeySet()).add(result);
    if (!isRepeated) {
      firstAnswers.computeIfAbsent(id, first -> new AtomicInteger()).incrementAndGet();
    }
  }

  void note(String id, OnceResult<byte[]> result) {
    note(id, result.isRepeated(), Bytes.toString(result.value()));
  }

  /** Returns the number of ids that took effect, though no client learned that it was the first. */
  long unapplied() {
    return answers.keySet().stream().filter(id -> !firstAnswers.containsKey(id)).count();
  }

  /** Repeats each id; then it has taken effect once, and all answers agree. */
  void assertOnce(TransactionManager transactions, OnceTable<byte[]> once, Iterable<String> ids)
      throws IOException {
    for (String id : ids) {
      note(id, call(once, id));
      OnceResult<byte[]> again = call(once, id);
      assertThat(again.isRepeated()).as("%s is done", id).isTrue();
      note(id, again);
      long count = transactions.call(tx -> Rows.number(tx.table(table), "a" + id));
      assertThat(count).as("effects of %s", id).isEqualTo(1);
      String writer = transactions.call(tx -> Rows.text(tx.table(table), "z" + id));
      assertThat(answers.get(id)).as("answers for %s", id).containsExactly(writer);
      if (firstAnswers.containsKey(id)) {
        assertThat(firstAnswers.get(id)).as("first answers for %s", id).hasValue(1);
      }
    }
  }
}
