package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a query of {@link Reads} has found, once they have been run. */
public final class Answer {
  private final String question;
  private @Nullable List<KeyedRow> rows;

  Answer(Object question) {
    this.question = question.toString();
  }

  void set(List<KeyedRow> found) {
    rows = found;
  }

  public List<KeyedRow> rows() {
    if (rows == null) {
      throw new IllegalStateException("The reads were not run: " + question);
    }
    return rows;
  }

  /** The row that was asked for by its key, or the first one; empty when there is none. */
  public Optional<Row> find() {
    return rows().stream().findFirst().map(KeyedRow::row);
  }

  public boolean isEmpty() {
    return rows().isEmpty();
  }

  /**
   * As {@link #find()}, of a row that TPC-C says is there.
   *
   * @throws BrokenRowException when it is not
   */
  public Row row() {
    return find().orElseThrow(() -> new BrokenRowException("Not found: " + question));
  }
}
