package io.rowlock.internal.hbase;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds where a server has raised an error. The message of an error from a server is its stack
 * trace (HBase's {@code ServerCall} and {@code ResponseConverter} put it there).
 */
final class ServerTrace {

  private static final String HBASE = "at org\\.apache\\.hadoop\\.hbase\\.";

  private static final Pattern SEARCH =
      Pattern.compile(HBASE + "[\\w.]+\\.getRegionByEncodedName\\(");

  private static final Pattern ENTRANCE =
      Pattern.compile(HBASE + "regionserver\\.HRegion\\.startRegionOperation\\(");

  /** No frame of a coprocessor, and none of a client within the server. */
  private static final Pattern HANDLING =
      Pattern.compile(
          "at (java\\.base/)?(java\\.lang\\.Thread"
              + "|org\\.apache\\.hadoop\\.hbase\\."
              + "(regionserver\\.(HRegionServer|RSRpcServices)"
              + "|ipc\\.(RpcServer|CallRunner|RpcHandler|RpcExecutor)"
              + "|shaded\\.protobuf\\.generated\\.\\w+))[.$]");

  /** The region's own code, and HBase's endpoint for writes of several rows. */
  private static final Pattern WRITING =
      Pattern.compile(
          HBASE
              + "(regionserver\\.HRegion"
              + "|trace\\.TraceUtil"
              + "|coprocessor\\.MultiRowMutationEndpoint"
              + "|protobuf\\.generated\\.MultiRowMutationProtos)[.$]");

  private ServerTrace() {}

  /**
   * Returns whether no region has applied the request, and otherwise only the server's handling of
   * requests is in the trace: an error that a coprocessor has met with its own request contains
   * other frames, too. The trace begins in one of two places:
   *
   * <ul>
   *   <li>where a server looks for the region of a request;
   *   <li>where a region that is closing turns requests away. {@code HRegion} asks this before it
   *       appends to the write-ahead log and not afterwards: a conditional write, and one of
   *       several rows, is a single batch.
   * </ul>
   */
  static boolean isBeforeWrite(Throwable error) {
    List<String> frames =
        String.valueOf(error.getMessage())
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("at "))
            .toList();
    if (frames.isEmpty()) {
      return false;
    }
    boolean hasEntered = ENTRANCE.matcher(frames.get(0)).lookingAt();
    return (hasEntered || SEARCH.matcher(frames.get(0)).lookingAt())
        && frames.stream()
            .allMatch(frame -> isOf(HANDLING, frame) || (hasEntered && isOf(WRITING, frame)));
  }

  private static boolean isOf(Pattern pattern, String frame) {
    return pattern.matcher(frame).lookingAt();
  }
}
