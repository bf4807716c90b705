package io.rowlock.it.conformance;

import io.rowlock.it.conformance.Call.Use;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Calls that cannot be drawn: of the whole table, or without arguments. They run in this order. */
@SuppressWarnings("deprecation") // still there in 2.6
final class HandWritten {

  private static final byte[] V = Bytes.toBytes("v");

  private HandWritten() {}

  static Map<String, Use> calls() {
    Map<String, Use> calls = new LinkedHashMap<>();
    calls.put("scan of a family", t -> read(t.getScanner(Draw.F)));
    calls.put("scan of a column", t -> read(t.getScanner(Draw.G, V)));
    calls.put("scan of everything", t -> read(t.getScanner(new Scan())));
    calls.put("reversed", t -> read(t.getScanner(new Scan().setReversed(true))));
    calls.put("two at a time", t -> Arrays.asList(t.getScanner(new Scan()).next(2)));
    calls.put("closed scanner", HandWritten::closed);
    calls.put("write", Call.silent(t -> t.put(put("k"))));
    calls.put("no gets", t -> t.get(List.<Get>of()));
    calls.put("no puts", Call.silent(t -> t.put(List.of())));
    calls.put("empty batch", Call.silent(t -> t.batch(List.of(), new Object[0])));
    calls.put("written scan", t -> read(t.getScanner(new Scan())));
    calls.put("name", t -> t.getName().getNamespaceAsString());
    calls.put("configuration", t -> t.getConfiguration().get("hbase.rootdir"));
    calls.put("descriptor", t -> t.getDescriptor().getColumnFamily(Draw.F).toString());
    calls.put("old descriptor", t -> t.getTableDescriptor().getColumnFamily(Draw.G).toString());
    calls.put("regions", t -> t.getRegionLocator().getAllRegionLocations().size());
    calls.put("timeouts", HandWritten::timeouts);
    calls.put("request attributes", HandWritten::requestAttributes);
    calls.put("close", Call.silent(Table::close));
    return calls;
  }

  static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(Draw.F, V, V).addColumn(Draw.G, V, V);
  }

  private static List<Result> read(ResultScanner scanner) {
    List<Result> rows = new ArrayList<>();
    scanner.forEach(rows::add);
    scanner.close();
    return rows;
  }

  private static Object closed(Table table) throws IOException {
    ResultScanner scanner = table.getScanner(new Scan());
    scanner.close();
    return scanner.next();
  }

  /** A transaction has its own; the two ways of asking agree. */
  private static Object timeouts(Table table) {
    return (table.getRpcTimeout() == table.getRpcTimeout(TimeUnit.MILLISECONDS))
        + " "
        + (table.getReadRpcTimeout() == table.getReadRpcTimeout(TimeUnit.MILLISECONDS))
        + " "
        + (table.getWriteRpcTimeout() == table.getWriteRpcTimeout(TimeUnit.MILLISECONDS))
        + " "
        + (table.getOperationTimeout() == table.getOperationTimeout(TimeUnit.MILLISECONDS));
  }

  /** HBase 2.5 does not have this method. */
  private static Object requestAttributes(Table table) throws ReflectiveOperationException {
    for (Method method : Table.class.getMethods()) {
      if (method.getName().equals("getRequestAttributes")) {
        return method.invoke(table);
      }
    }
    return Map.of();
  }
}
