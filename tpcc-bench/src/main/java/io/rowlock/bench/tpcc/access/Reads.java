package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads that do not depend on each other. All reads are requested first, then they run, then their
 * results can be read. A row exists if one of the requested columns is not null.
 */
public final class Reads {
  /** Of rows other than NEW-ORDER's. */
  private static final Column NEVER_THERE = Column.NO_PRESENT;

  private final Backend backend;
  private final Operations operations;
  private final List<Query> queries = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private int counted;

  Reads(Backend backend, Operations operations) {
    this.backend = backend;
    this.operations = operations;
  }

  public Answer get(Key key, Column... columns) {
    return ask(Query.get(key, columns));
  }

  /** A row that is to be written as well. */
  public Answer getForUpdate(Key key, Column... columns) {
    return ask(Query.get(key, columns).forUpdate());
  }

  public Answer ask(Query query) {
    counted++;
    return add(query);
  }

  /** A counter whose value is needed. */
  public Counter counter(Key key, Column column) {
    return new Counter(key, column, getForUpdate(key, column));
  }

  /** A counter that is only added to, which may be said before the reads are run. */
  public Counter blindCounter(Key key, Column column) {
    return new Counter(
        key, column, backend.readsBeforeAdding() ? add(Query.get(key, column).forUpdate()) : null);
  }

  /** A row that is about to be written, whatever is in it: some look at its lock on the way. */
  public void announce(Key key) {
    if (backend.looksAhead()) {
      var unused = add(Query.get(key, NEVER_THERE));
    }
  }

  private Answer add(Query query) {
    Answer answer = new Answer(query);
    queries.add(query);
    answers.add(answer);
    return answer;
  }

  public void run() throws IOException {
    if (queries.isEmpty()) {
      return;
    }
    operations.read(counted);
    List<List<KeyedRow>> found = timed();
    for (int i = 0; i < answers.size(); i++) {
      answers.get(i).set(found.get(i));
    }
  }

  private List<List<KeyedRow>> timed() throws IOException {
    boolean hasRange = queries.stream().anyMatch(Query.InRange.class::isInstance);
    return PhaseClock.in(
        hasRange ? Phase.RANGE_READ : Phase.POINT_READ, () -> backend.read(List.copyOf(queries)));
  }

  /** A cell that is added to. Made by {@link Reads}. */
  public static final class Counter {
    private final Key key;
    private final Column column;
    private final @Nullable Answer answer;

    /** A counter; the answer is null where the mode needs no value. */
    Counter(Key key, Column column, @Nullable Answer answer) {
      this.key = key;
      this.column = column;
      this.answer = answer;
    }

    Key key() {
      return key;
    }

    Column column() {
      return column;
    }

    /** The result of a query. */
    public long value() {
      if (answer == null) {
        throw new IllegalStateException("The column was not requested: " + column);
      }
      return answer.row().number(column);
    }
  }

  /** The result of a query of {@link Reads}, after they ran. */
  public static final class Answer {
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

    /** The row that was requested by its key, or the first row; empty if there is none. */
    public Optional<Row> find() {
      return rows().stream().findFirst().map(KeyedRow::row);
    }

    public boolean isEmpty() {
      return rows().isEmpty();
    }

    /**
     * As {@link #find()}, of a row that TPC-C requires; throws {@link BrokenRowException} without
     * it.
     */
    public Row row() {
      return find().orElseThrow(() -> new BrokenRowException("Not found: " + question));
    }
  }
}
