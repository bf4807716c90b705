package io.rowlock.internal.hbase;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds where a server has raised an error. The message of an error from a server is its stack
 * trace (HBase's {@code ServerCall} and {@code ResponseConverter} put it there).
 */
final class ServerTrace {

  private static final Pattern SEARCH =
      Pattern.compile("at org\\.apache\\.hadoop\\.hbase\\.[\\w.]+\\.getRegionByEncodedName\\(");

  /** No frame of a coprocessor, and none of a client within the server. */
  private static final Pattern HANDLING =
      Pattern.compile(
          "at (java\\.base/)?(java\\.lang\\.Thread"
              + "|org\\.apache\\.hadoop\\.hbase\\."
              + "(regionserver\\.(HRegionServer|RSRpcServices)"
              + "|ipc\\.(RpcServer|CallRunner|RpcHandler|RpcExecutor)"
              + "|shaded\\.protobuf\\.generated\\.\\w+))[.$]");

  private ServerTrace() {}

  /**
   * Returns whether the trace begins where a server looks for the region of a request, and
   * otherwise contains only its handling of requests: then no region has received this one. An
   * error that a coprocessor has met with its own request contains other frames, too.
   */
  static boolean isOfSearch(Throwable error) {
    List<String> frames =
        String.valueOf(error.getMessage())
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("at "))
            .toList();
    return !frames.isEmpty()
        && SEARCH.matcher(frames.get(0)).lookingAt()
        && frames.stream().allMatch(frame -> HANDLING.matcher(frame).lookingAt());
  }
}
