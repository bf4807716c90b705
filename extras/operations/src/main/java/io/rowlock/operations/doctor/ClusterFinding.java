package io.rowlock.operations.doctor;

import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/**
 * One fact about a cluster that matters to transactions.
 *
 * @param severity how serious it is
 * @param area what was examined
 * @param table the table that it concerns; empty if it concerns the cluster
 * @param setting what was looked at
 * @param value what it was found to be
 * @param message what that means
 * @param command the way out: a command of {@code rowlock}, of HBase's shell or of the system;
 *     empty if there is nothing to do
 */
public record ClusterFinding(
    Severity severity,
    Area area,
    Optional<TableName> table,
    String setting,
    String value,
    String message,
    String command) {

  /** How serious a finding is. */
  public enum Severity {
    /** Transactions fail, or would be unsafe. */
    ERROR,
    /** Transactions go on; a person should look at it. */
    WARNING,
    /** A fact, and nothing to do. */
    NOTE
  }

  /** What is examined, in this order. */
  public enum Area {
    /** The versions of HBase, of Rowlock and of Java. */
    VERSIONS,
    /** The clocks of the region servers, and of this machine. */
    CLOCKS,
    /** What this user may do, and which users may write the locks. */
    PERMISSIONS,
    /** The descriptors of the tables, floors included. */
    TABLES,
    /** Locks that no client settles. */
    LOCKS
  }

  /** Returns whether a person should do something. */
  public boolean isProblem() {
    return severity != Severity.NOTE;
  }

  static ClusterFinding note(Area area, String setting, String value, String message) {
    return new ClusterFinding(Severity.NOTE, area, Optional.empty(), setting, value, message, "");
  }

  static ClusterFinding ofCluster(
      Severity severity, Area area, String setting, String value, String message, String command) {
    return new ClusterFinding(severity, area, Optional.empty(), setting, value, message, command);
  }
}
