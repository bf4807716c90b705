package io.rowlock.it.conformance;

import static io.rowlock.it.conformance.Draw.F;
import static io.rowlock.it.conformance.Provocations.ROW;

import io.rowlock.it.conformance.Call.Silent;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes the same change to arguments of several classes, and the call with each. */
@SuppressWarnings("deprecation") // also refuses deprecated methods
final class Arguments {

  private static final byte[] V = Bytes.toBytes("v");

  private final List<String> classes;
  private final Map<String, Silent> calls = new LinkedHashMap<>();

  private Arguments(List<String> classes) {
    this.classes = classes;
  }

  /** A change of an argument. */
  @FunctionalInterface
  interface Change<T> {
    void to(T argument) throws IOException;
  }

  static Arguments of(String... classes) {
    return new Arguments(List.of(classes));
  }

  void addTo(Map<String, Silent> others) {
    others.putAll(calls);
  }

  Arguments queries(String name, Change<Query> change) {
    for (String type : classes) {
      calls.put(type + "." + name, table -> query(table, type, change));
    }
    return this;
  }

  Arguments mutations(String name, Change<Mutation> change) {
    for (String type : classes) {
      calls.put(type + "." + name, table -> mutate(table, type, change));
    }
    return this;
  }

  private static void query(Table table, String type, Change<Query> change) throws IOException {
    if (type.equals("Scan")) {
      scan(table, change::to);
    } else {
      Get get = get();
      change.to(get);
      table.get(get);
    }
  }

  private static void mutate(Table table, String type, Change<Mutation> change) throws IOException {
    Mutation mutation =
        switch (type) {
          case "Put" -> put();
          case "Delete" -> new Delete(ROW);
          case "Increment" -> increment();
          default -> append();
        };
    change.to(mutation);
    if (mutation instanceof Increment increment) {
      table.increment(increment);
    } else if (mutation instanceof Append append) {
      table.append(append);
    } else if (mutation instanceof Put put) {
      table.put(put);
    } else {
      table.delete((Delete) mutation);
    }
  }

  static void scan(Table table, Change<Scan> change) throws IOException {
    Scan scan = new Scan();
    change.to(scan);
    try (ResultScanner scanner = table.getScanner(scan)) {
      scanner.next();
    }
  }

  static Get get() {
    return new Get(ROW);
  }

  static Put put() {
    return new Put(ROW).addColumn(F, V, V);
  }

  static Increment increment() {
    return new Increment(ROW).addColumn(F, V, 1);
  }

  static Append append() {
    return new Append(ROW).addColumn(F, V, V);
  }

  static void setTimeRange(Query query, long from, long to) throws IOException {
    if (query instanceof Get get) {
      get.setTimeRange(from, to);
    } else {
      ((Scan) query).setTimeRange(from, to);
    }
  }

  static void setTimestamp(Query query) {
    if (query instanceof Get get) {
      get.setTimestamp(5);
    } else {
      ((Scan) query).setTimestamp(5);
    }
  }

  static void setTimeStamp(Query query) throws IOException {
    if (query instanceof Get get) {
      get.setTimeStamp(5);
    } else {
      ((Scan) query).setTimeStamp(5);
    }
  }

  static void readVersions(Query query, int versions) throws IOException {
    if (query instanceof Get get) {
      get.readVersions(versions);
    } else {
      ((Scan) query).readVersions(versions);
    }
  }
}
