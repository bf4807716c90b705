package io.rowlock.it.kit;

import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;

/**
 * Intercepts Rowlock's conditional writes in the region servers of this JVM, and lets a test decide
 * about them. Works on tables of {@link TestTables#createGated}.
 *
 * <p>A waiting write occupies one of the server's handlers, but neither a row lock nor a region.
 */
public final class LockGate implements RegionCoprocessor, RegionObserver, EndpointObserver {

  private static final Map<TableName, Guard> GUARDS = new ConcurrentHashMap<>();

  /** Decides about the writes to one table. Called by many threads. */
  public interface Guard {

    /** Called before the server acts; may block. An exception prevents the write. */
    default void before(LockWrite write) throws IOException {}

    /** Called after the decision. The client receives only the exception, if there is one. */
    default void after(LockWrite write, boolean applied) throws IOException {}
  }

  /** Installs a guard; a table has at most one. */
  public static void post(Guard guard, TableName table) {
    if (GUARDS.putIfAbsent(table, guard) != null) {
      throw new IllegalStateException(table + " has a guard already");
    }
  }

  public static void dismiss(TableName table) {
    GUARDS.remove(table);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public Optional<EndpointObserver> getEndpointObserver() {
    return Optional.of(this);
  }

  /** Handles writes to several rows of a region. */
  @Override
  public Message preEndpointInvocation(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Service service,
      String method,
      Message request)
      throws IOException {
    TableName table = tableOf(context);
    Guard guard = GUARDS.get(table);
    if (guard != null && request instanceof MutateRowsRequest rows) {
      for (LockWrite write : LockWrite.allIn(table, rows.toByteArray())) {
        guard.before(write);
      }
    }
    return request;
  }

  @Override
  public void postEndpointInvocation(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Service service,
      String method,
      Message request,
      Message.Builder response)
      throws IOException {
    TableName table = tableOf(context);
    Guard guard = GUARDS.get(table);
    if (guard != null
        && request instanceof MutateRowsRequest rows
        && response instanceof MutateRowsResponse.Builder answer) {
      for (LockWrite write : LockWrite.allIn(table, rows.toByteArray())) {
        guard.after(write, answer.getProcessed());
      }
    }
  }

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      CheckAndMutate request,
      CheckAndMutateResult result)
      throws IOException {
    TableName table = tableOf(context);
    Guard guard = GUARDS.get(table);
    Optional<LockWrite> write = lockWrite(table, request);
    if (guard != null && write.isPresent()) {
      guard.before(write.get());
    }
    return result;
  }

  @Override
  public CheckAndMutateResult postCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      CheckAndMutate request,
      CheckAndMutateResult result)
      throws IOException {
    TableName table = tableOf(context);
    Guard guard = GUARDS.get(table);
    Optional<LockWrite> write = lockWrite(table, request);
    if (guard != null && write.isPresent()) {
      guard.after(write.get(), result.isSuccess());
    }
    return result;
  }

  private static TableName tableOf(ObserverContext<RegionCoprocessorEnvironment> context) {
    return context.getEnvironment().getRegionInfo().getTable();
  }

  private static Optional<LockWrite> lockWrite(TableName table, CheckAndMutate request) {
    Row action = request.getAction();
    List<? extends Row> mutations =
        action instanceof RowMutations several ? several.getMutations() : List.of(action);
    for (Row mutation : mutations) {
      // A delete of the lock cell writes no lock.
      if (mutation instanceof Put put && put.has(LockColumn.family(), LockColumn.qualifier())) {
        Cell lock = put.get(LockColumn.family(), LockColumn.qualifier()).get(0);
        return Optional.of(LockWrite.of(table, action.getRow(), CellUtil.cloneValue(lock)));
      }
    }
    return Optional.empty();
  }
}
