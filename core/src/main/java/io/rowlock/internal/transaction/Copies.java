package io.rowlock.internal.transaction;

import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/**
 * Copies mutations when a call is made. Otherwise changes of the user's objects during the call
 * would take effect after the checks, and after the read from which new values are computed.
 */
final class Copies {

  private Copies() {}

  /** Returns a copy that shares the cells: HBase's own are immutable. */
  static Mutation of(Mutation mutation) {
    return copyOf(mutation).setDurability(mutation.getDurability()); // which HBase's copy forgets
  }

  private static Mutation copyOf(Mutation mutation) {
    if (mutation instanceof Put put) {
      return new Put(put);
    }
    if (mutation instanceof Delete delete) {
      return new Delete(delete);
    }
    if (mutation instanceof Increment increment) {
      return new Increment(increment);
    }
    if (mutation instanceof Append append) {
      return new Append(append);
    }
    throw new IllegalArgumentException("unknown to HBase: " + mutation.getClass());
  }

  static List<Mutation> of(List<? extends Mutation> mutations) {
    return List.copyOf(Lists.transform(mutations, mutation -> of(mutation)));
  }
}
