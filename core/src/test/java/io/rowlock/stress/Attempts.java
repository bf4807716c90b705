package io.rowlock.stress;

import io.rowlock.Transaction;
import io.rowlock.history.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** One attempt of a transaction, which appends its token to some lists. */
final class Attempts {

  private static final int SCANNED = 3;

  private final Table table;
  private final SortedSet<Integer> written;
  private final long token;
  private final List<Step> steps = new ArrayList<>();

  Attempts(Transaction transaction, SortedSet<Integer> written, long token) {
    this.table = transaction.table(Lists.TABLE);
    this.written = written;
    this.token = token;
  }

  /** What an attempt does. */
  interface Work {
    void run(Attempts attempt) throws IOException;
  }

  /** Returns what the attempt has done, in its order. */
  List<Step> steps() {
    return List.copyOf(steps);
  }

  static List<Step> appends(SortedSet<Integer> rows, long token) {
    return rows.stream().<Step>map(row -> new Step.Append(Lists.key(row), token)).toList();
  }

  /** Appends without reading: such transactions commit together. */
  static CompletableFuture<?> appendsAsync(
      Transaction transaction, SortedSet<Integer> rows, long token) {
    AsyncTable<?> table = transaction.asyncTable(Lists.TABLE);
    return CompletableFuture.allOf(
        rows.stream()
            .flatMap(
                row ->
                    Stream.of(
                        table.append(Lists.append(row, token)), table.increment(Lists.count(row))))
            .toArray(CompletableFuture[]::new));
  }

  void appends() throws IOException {
    for (int row : written) {
      table.append(Lists.append(row, token));
      table.increment(Lists.count(row));
    }
    steps.addAll(appends(written, token));
  }

  void readOnly() throws IOException {
    for (int row : written) {
      note(row, table.get(Lists.get(row)));
    }
  }

  void readsAnotherRow() throws IOException {
    int row = ThreadLocalRandom.current().nextInt(Lists.ROWS);
    note(row, table.get(Lists.get(row)));
    appends();
  }

  void replaces() throws IOException {
    for (int row : written) {
      Result before = table.get(Lists.get(row));
      note(row, before);
      table.put(Lists.put(row, before, token));
      table.increment(Lists.count(row));
    }
    steps.addAll(appends(written, token));
  }

  void scans() throws IOException {
    List<List<Long>> found = new ArrayList<>();
    for (int row = 0; row < SCANNED; row++) {
      found.add(List.of());
    }
    Scan scan = new Scan().withStartRow(Lists.start(0)).withStopRow(Lists.start(SCANNED));
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        String key = Bytes.toString(row.getRow());
        found.set(key.charAt(key.length() - 1) - '0', Lists.tokens(row));
      }
    }
    for (int row = 0; row < SCANNED; row++) {
      steps.add(new Step.ReadList(Lists.key(row), found.get(row), true));
    }
    appends();
  }

  private void note(int row, Result found) {
    steps.add(new Step.ReadList(Lists.key(row), Lists.tokens(found)));
  }
}
