package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.exceptions.RequestTooBigException;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * Classifies every error of one attempt at one conditional write as a {@link WriteFault}, by one
 * table.
 *
 * <p>The table follows from where HBase 2.5 and 2.6 throw, and is valid only for a table view with
 * one attempt: with more, the last error can conceal an earlier attempt that timed out. Even so, an
 * answer of a server is no proof: another coprocessor that fails in a hook <em>after</em> the write
 * was applied can raise any of these errors, because its own requests meet them. Only {@link
 * #isBeforeWrite} is a proof.
 *
 * <ul>
 *   <li><b>The server refused the request before it ran</b>: {@code RSRpcServices.checkOpen}, the
 *       call queues, quotas. Nothing happened.
 *   <li><b>The region refused it</b> before the append to the write-ahead log: {@code
 *       HRegion.startRegionOperation} and {@code checkResources}; a region does not close between
 *       append and release.
 *   <li><b>The client never reached the server.</b> These classes prove that only if the client
 *       raised them: a server that fails to reach <i>its</i> file system answers with the same
 *       classes, perhaps after the append. See {@link #isLocal}. A {@code SaslException} is none of
 *       them: one answer that cannot be unwrapped ends every call under way on its connection.
 *   <li><b>The request itself is refused</b>: all checks of it come before the append.
 *   <li><b>Everything else is doubtful</b>: timeouts, broken connections, cancelled calls, failed
 *       syncs, errors of other coprocessors, and every error that is not listed.
 * </ul>
 */
final class FaultClassifier {

  private record Entry(WriteFault fault, Predicate<Throwable> covers) {}

  private static final List<Entry> TABLE =
      List.of(
          // Refused by the server before it ran. CallDroppedException covers CallQueueTooBig.
          anywhere(WriteFault.REPEATABLE, ServerNotRunningYetException.class),
          anywhere(WriteFault.REPEATABLE, RegionServerStoppedException.class),
          anywhere(WriteFault.REPEATABLE, CallDroppedException.class),
          anywhere(WriteFault.REPEATABLE, RpcThrottlingException.class),
          // Refused by the region. NotServingRegionException covers RegionMoved and -Opening.
          anywhere(WriteFault.REPEATABLE, NotServingRegionException.class),
          anywhere(WriteFault.REPEATABLE, RegionTooBusyException.class),
          anywhere(WriteFault.REPEATABLE, WrongRegionException.class),
          // Never left the client. No server can send the first one: it has no such constructor.
          anywhere(WriteFault.REPEATABLE, ServerTooBusyException.class),
          local(WriteFault.REPEATABLE, ConnectException.class),
          local(WriteFault.REPEATABLE, UnknownHostException.class),
          local(WriteFault.REPEATABLE, FailedServerException.class),
          local(WriteFault.USELESS, SSLHandshakeException.class),
          local(WriteFault.USELESS, StoppedRpcClientException.class),
          anywhere(WriteFault.USELESS, NotSentException.class),
          anywhere(WriteFault.USELESS, IllegalArgumentException.class),
          // The request itself is refused.
          anywhere(WriteFault.USELESS, TableNotFoundException.class),
          anywhere(WriteFault.USELESS, TableNotEnabledException.class),
          anywhere(WriteFault.USELESS, NoSuchColumnFamilyException.class),
          anywhere(WriteFault.USELESS, AccessDeniedException.class),
          anywhere(WriteFault.USELESS, FailedSanityCheckException.class),
          anywhere(WriteFault.USELESS, RequestTooBigException.class),
          anywhere(WriteFault.USELESS, UnknownProtocolException.class),
          new Entry(WriteFault.USELESS, FaultClassifier::isReadOnly),
          new Entry(WriteFault.USELESS, FaultClassifier::isSpaceLimit));

  private static final String SPACE_LIMIT = "org.apache.hadoop.hbase.quotas.SpaceLimitingException";

  private FaultClassifier() {}

  /** Classifies an error that {@link #causeOf} returned. */
  static WriteFault classify(Throwable cause) {
    return TABLE.stream()
        .filter(entry -> entry.covers.test(cause))
        .map(Entry::fault)
        .findFirst()
        .orElse(WriteFault.DOUBTFUL);
  }

  /**
   * Returns whether no region has applied the request: the client raised the error itself, before
   * the request left, or the server did when it looked for the region, or found it closing.
   */
  static boolean isBeforeWrite(Throwable cause) {
    return cause instanceof NotSentException
        || cause instanceof ServerTooBusyException
        || (isLocal(cause) && classify(cause) != WriteFault.DOUBTFUL)
        || (cause instanceof NotServingRegionException && ServerTrace.isBeforeWrite(cause));
  }

  /** Returns the error of the one attempt, without the wrapping by futures, retries and the RPC. */
  static Throwable causeOf(Throwable fault) {
    Throwable bare = Async.unwrap(fault);
    if (bare instanceof RemoteException remote) {
      return remote.unwrapRemoteException();
    }
    Throwable cause = bare.getCause();
    return cause != null && bare instanceof RetriesExhaustedException ? causeOf(cause) : bare;
  }

  /**
   * Returns whether the client raised the error itself: such an error wraps the error that the
   * client saw. An error from the RPC was either unwrapped from a {@link RemoteException}, which
   * stays its cause, or built from a line of a multi response: then it has no cause at all, or
   * wraps the failure to load its class.
   */
  private static boolean isLocal(Throwable cause) {
    @Nullable Throwable below = cause.getCause();
    return below != null
        && !(below instanceof RemoteException || below instanceof ClassNotFoundException);
  }

  private static Entry anywhere(WriteFault fault, Class<? extends Throwable> type) {
    return new Entry(fault, type::isInstance);
  }

  private static Entry local(WriteFault fault, Class<? extends Throwable> type) {
    return new Entry(fault, cause -> type.isInstance(cause) && isLocal(cause));
  }

  /**
   * Returns whether the region takes no write at all for now, or none as new as this one, and
   * reports this before it applies one.
   */
  static boolean isBarred(Throwable cause) {
    return isReadOnly(cause) || isSpaceLimit(cause) || isAhead(cause);
  }

  /**
   * Returns whether the error is that of {@code HRegion.checkTimestamps}: a timestamp is further
   * ahead of the server's clock than its settings allow.
   */
  private static boolean isAhead(Throwable cause) {
    return cause.getClass() == FailedSanityCheckException.class
        && firstLine(cause).contains("Timestamp for KV is out of range");
  }

  /**
   * Returns whether the error is that of {@code HRegion.checkReadOnly}, with which every write
   * begins.
   */
  static boolean isReadOnly(Throwable cause) {
    return cause.getClass() == DoNotRetryIOException.class
        && firstLine(cause).contains("region is read only");
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  /**
   * Returns whether a space quota is used up, which {@code RSRpcServices} checks before each write.
   * Clients do not have this class: its name is found in what the answer was unwrapped from, or in
   * the failure to load it from a line of a multi response.
   */
  static boolean isSpaceLimit(Throwable cause) {
    @Nullable Throwable below = cause.getCause();
    return cause.getClass().getName().equals(SPACE_LIMIT)
        || (below instanceof RemoteException remote && remote.getClassName().equals(SPACE_LIMIT))
        || (below instanceof ClassNotFoundException && SPACE_LIMIT.equals(below.getMessage()));
  }
}
