package io.rowlock.internal.transaction;

import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/** A mark on a put whose row most likely does not exist yet. Plain HBase ignores it. */
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
