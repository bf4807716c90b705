package io.rowlock.internal.hbase;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Where a server has raised an error. The message of an error from the wire is the server's stack
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
   * True when the trace begins where a server looks for the region of a request, and passes through
   * nothing but its handling of requests: no region has heard of this one. An error that a
   * coprocessor has met with a request of its own has other frames, too.
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
