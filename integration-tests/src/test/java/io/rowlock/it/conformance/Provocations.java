package io.rowlock.it.conformance;

import static io.rowlock.it.conformance.Draw.F;

import io.rowlock.it.conformance.Call.Silent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.ExtendedCellBuilderFactory;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.Authorizations;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;

/** Every call that a table of a transaction refuses, as docs/reference/differences.md names it. */
@SuppressWarnings("deprecation") // also refuses deprecated methods
final class Provocations {

  static final byte[] ROW = Bytes.toBytes("alice");
  private static final byte[] V = Bytes.toBytes("v");
  private static final byte[] LOCK = Bytes.toBytes("_lock");
  private static final Permission READ = new Permission(Permission.Action.READ);

  private final Map<String, Silent> all = new LinkedHashMap<>();

  private Provocations() {
    times();
    versions();
    reads();
    marks();
    writes();
    lockFamily();
    filters();
  }

  static Map<String, Silent> all() {
    return new Provocations().all;
  }

  private void times() {
    put("Put.addColumn(f, v, 5, value)", p -> p.addColumn(F, V, 5, V));
    delete("Delete.addColumns(f, v, 5)", d -> d.addColumns(F, V, 5));
    delete("Delete.addFamily(f, 5)", d -> d.addFamily(F, 5));
    delete("Delete.addFamilyVersion(f, 5)", d -> d.addFamilyVersion(F, 5));
    all.put("new Delete(row, 5)", t -> t.delete(new Delete(ROW, 5)));
    Arguments.of("Get", "Scan")
        .queries("setTimeStamp(5)", Arguments::setTimeStamp)
        .queries("setTimeRange(1, 5)", q -> Arguments.setTimeRange(q, 1, 5))
        .queries("setTimestamp(5)", Arguments::setTimestamp)
        .queries("setColumnFamilyTimeRange(f, 1, 5)", q -> q.setColumnFamilyTimeRange(F, 1, 5))
        .addTo(all);
    all.put(
        "Increment.setTimeRange(1, 5)", t -> t.increment(Arguments.increment().setTimeRange(1, 5)));
    all.put("Append.setTimeRange(1, 5)", t -> t.append(Arguments.append().setTimeRange(1, 5)));
    all.put(
        "CheckAndMutate.Builder.timeRange(1, 5)",
        t ->
            t.checkAndMutate(
                CheckAndMutate.newBuilder(ROW)
                    .ifNotExists(F, V)
                    .timeRange(TimeRange.between(1, 5))
                    .build(Arguments.put())));
  }

  private void versions() {
    delete("Delete.addColumn(f, v)", d -> d.addColumn(F, V));
    delete(
        "Delete.addFamilyVersion(f, LATEST_TIMESTAMP)",
        d -> d.addFamilyVersion(F, HConstants.LATEST_TIMESTAMP));
    Arguments.of("Get", "Scan")
        .queries("readVersions(3)", q -> Arguments.readVersions(q, 3))
        .queries("readAllVersions()", q -> Arguments.readVersions(q, Integer.MAX_VALUE))
        .addTo(all);
    all.put("Scan.readVersions(0)", t -> Arguments.scan(t, s -> s.readVersions(0)));
  }

  private void reads() {
    all.put("Scan.setRaw(true)", t -> Arguments.scan(t, s -> s.setRaw(true)));
    all.put(
        "Scan.setScanMetricsEnabled(true)",
        t -> Arguments.scan(t, s -> s.setScanMetricsEnabled(true)));
    Arguments.of("Get", "Scan")
        .queries("setConsistency(TIMELINE)", q -> q.setConsistency(Consistency.TIMELINE))
        .queries("setReplicaId(1)", q -> q.setReplicaId(1))
        .queries(
            "setIsolationLevel(READ_UNCOMMITTED)",
            q -> q.setIsolationLevel(IsolationLevel.READ_UNCOMMITTED))
        .queries("setACL(user, READ)", q -> q.setACL("user", READ))
        .queries("setAuthorizations(label)", q -> q.setAuthorizations(new Authorizations("label")))
        .queries("setAttribute(x, value)", q -> q.setAttribute("x", V))
        .addTo(all);
  }

  private void marks() {
    Arguments.of("Put", "Delete", "Increment", "Append")
        .mutations("setACL(user, READ)", m -> m.setACL("user", READ))
        .mutations(
            "setCellVisibility(label)", m -> m.setCellVisibility(new CellVisibility("label")))
        .mutations("setAttribute(x, value)", m -> m.setAttribute("x", V))
        .mutations("setClusterIds(ids)", m -> m.setClusterIds(List.of(UUID.randomUUID())))
        .mutations("setDurability(FSYNC_WAL)", m -> m.setDurability(Durability.FSYNC_WAL))
        .addTo(all);
    Arguments.of("Put", "Increment", "Append").mutations("setTTL(1)", m -> m.setTTL(1)).addTo(all);
  }

  private void writes() {
    all.put("new Put(row)", t -> t.put(new Put(ROW)));
    put("Put.add(a cell with tags)", p -> p.add(cell(Cell.Type.Put, new byte[] {1})));
    put("Put.add(a delete marker)", p -> p.add(cell(Cell.Type.DeleteColumn, new byte[0])));
    all.put(
        "CheckAndMutate.Builder.build(a put to family h)",
        t ->
            t.checkAndMutate(
                CheckAndMutate.newBuilder(ROW)
                    .ifEquals(F, V, Bytes.toBytes("nothing like that"))
                    .build(new Put(ROW).addColumn(Bytes.toBytes("h"), V, V))));
  }

  private static Cell cell(Cell.Type type, byte[] tag) {
    return ExtendedCellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(ROW)
        .setFamily(F)
        .setQualifier(V)
        .setTimestamp(HConstants.LATEST_TIMESTAMP)
        .setType(type)
        .setValue(type == Cell.Type.Put ? V : new byte[0])
        .setTags(tag.length == 0 ? List.of() : List.of(new ArrayBackedTag((byte) 100, tag)))
        .build();
  }

  private void lockFamily() {
    put("Put.addColumn(_lock, v, value)", p -> p.addColumn(LOCK, V, V));
    delete("Delete.addFamily(_lock)", d -> d.addFamily(LOCK));
    all.put("Get.addFamily(_lock)", t -> t.get(Arguments.get().addFamily(LOCK)));
    all.put("Scan.addFamily(_lock)", t -> Arguments.scan(t, s -> s.addFamily(LOCK)));
  }

  private void filters() {
    for (Filter filter :
        List.of(new TimestampsFilter(List.of(5L)), new DependentColumnFilter(F, V))) {
      String name = filter.getClass().getSimpleName();
      Filter within = new FilterList(new SkipFilter(filter));
      Arguments.of("Get", "Scan")
          .queries("setFilter(" + name + ")", q -> q.setFilter(within))
          .addTo(all);
      all.put(
          "CheckAndMutate.Builder.ifMatches(" + name + ")",
          t ->
              t.checkAndMutate(
                  CheckAndMutate.newBuilder(ROW).ifMatches(within).build(Arguments.put())));
    }
    all.put(
        "Scan.setFilter(ColumnCountGetFilter)",
        t -> Arguments.scan(t, s -> s.setFilter(new ColumnCountGetFilter(1))));
  }

  private void put(String name, Arguments.Change<Put> change) {
    all.put(
        name,
        t -> {
          Put put = new Put(ROW);
          change.to(put);
          t.put(put);
        });
  }

  private void delete(String name, Arguments.Change<Delete> change) {
    all.put(
        name,
        t -> {
          Delete delete = new Delete(ROW);
          change.to(delete);
          t.delete(delete);
        });
  }
}
