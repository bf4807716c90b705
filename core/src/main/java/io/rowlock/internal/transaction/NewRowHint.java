package io.rowlock.internal.transaction;

import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/** A mark on a put whose row is most likely not there yet. Plain HBase does not care about it. */
public final class NewRowHint {

  private static final String ATTRIBUTE = "rowlock.new-row";
  private static final byte[] SET = {1};

  private NewRowHint() {}

  public static void setOn(Put put) {
    put.setAttribute(ATTRIBUTE, SET);
  }

  static boolean isOn(Mutation mutation) {
    return mutation.getAttribute(ATTRIBUTE) != null;
  }

  static boolean isCalled(String attribute) {
    return attribute.equals(ATTRIBUTE);
  }
}
