package io.rowlock.internal.protocol.recovery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/**
 * Chooses a few of many rows, if work on each may take as long as a request, and one is enough. The
 * choice is random, so that some client finds the only row that can be reached.
 *
 * @param random thread-safe
 * @param size the number of rows
 */
public record RowSample(RandomGenerator random, int size) {

  /** Returns rows of different tables if possible, and first one of the table given. */
  <T> List<T> of(List<T> rows, TableName own, Function<T, TableName> tableOf) {
    if (rows.size() <= size) {
      return rows;
    }
    List<T> mixed = new ArrayList<>(rows);
    Collections.rotate(mixed, random.nextInt(rows.size()));
    Map<TableName, T> ofEachTable = new LinkedHashMap<>();
    mixed.forEach(row -> ofEachTable.putIfAbsent(tableOf.apply(row), row));
    T ofOwn = ofEachTable.remove(own);
    return Stream.of(Stream.ofNullable(ofOwn), ofEachTable.values().stream(), mixed.stream())
        .flatMap(found -> found)
        .distinct()
        .limit(size)
        .toList();
  }
}
