package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.security.sasl.SaslException;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.exceptions.RequestTooBigException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FaultClassifierTest {

  static Stream<Throwable> repeatable() {
    return Stream.of(
        new ServerNotRunningYetException("starting"),
        new RegionServerStoppedException("stopped"),
        new RegionServerAbortedException("aborted"),
        new CallDroppedException("dropped"),
        new CallQueueTooBigException("full"),
        new RpcThrottlingException("quota"),
        new NotServingRegionException("moved"),
        new RegionOpeningException("opening"),
        new RegionTooBusyException("busy"),
        new WrongRegionException("split"),
        new ServerTooBusyException(Address.fromParts("host", 1), 7),
        local(new ConnectException("refused")),
        local(new UnknownHostException("host")),
        local(new FailedServerException("failed before")));
  }

  static Stream<Throwable> useless() {
    return Stream.of(
        local(new SSLHandshakeException("no trust")),
        local(new StoppedRpcClientException("closed")),
        new NotSentException("waited too long"),
        new IllegalArgumentException("KeyValue size too large"),
        new TableNotFoundException(TableName.valueOf("t")),
        new TableNotEnabledException(TableName.valueOf("t")),
        new NoSuchColumnFamilyException("f"),
        new AccessDeniedException("no"),
        new FailedSanityCheckException("timestamp"),
        new RequestTooBigException("big"),
        new UnknownProtocolException("none"),
        new DoNotRetryIOException(
            "org.apache.hadoop.hbase.DoNotRetryIOException: region is read only\n\tat HRegion"),
        new DoNotRetryIOException(
            "Unable to load exception received from server",
            remote("org.apache.hadoop.hbase.quotas.SpaceLimitingException")),
        new IOException(
            new ClassNotFoundException("org.apache.hadoop.hbase.quotas.SpaceLimitingException")),
        new DoNotRetryIOException(
            "org.apache.hadoop.hbase.DoNotRetryIOException: region is read only\n\tat HRegion"),
        new DoNotRetryIOException("region is read only"));
  }

  static Stream<Throwable> doubtful() {
    return Stream.of(
        new CallTimeoutException("timeout"),
        new TimeoutIOException("timeout"),
        new SocketTimeoutException("timeout"),
        new ConnectionClosedException("closed"),
        new ClosedChannelException(),
        new SocketException("Connection reset"),
        new EOFException(),
        new InterruptedIOException(),
        new IOException("Timed out waiting for lock for row"),
        new DoNotRetryIOException("of a foreign coprocessor"),
        new DoNotRetryIOException("of another one\n\tcaused by: region is read only"),
        new IOException(new ClassNotFoundException("of a foreign coprocessor")),
        new RuntimeException("of nobody"),
        local(new SaslException("no ticket, or an answer that cannot be unwrapped")),
        new RetriesExhaustedException("operation timeout"));
  }

  /** A server that cannot reach its file system answers with the classes of a lost connection. */
  static Stream<Throwable> onlyLocallyCertain() {
    return Stream.of(
        new ConnectException("from a multi response"),
        remoteUnwrapped(ConnectException.class),
        remoteUnwrapped(UnknownHostException.class),
        remoteUnwrapped(FailedServerException.class),
        remoteUnwrapped(SaslException.class),
        remoteUnwrapped(SSLHandshakeException.class));
  }

  @ParameterizedTest
  @MethodSource("repeatable")
  void repeatsWhatWasTurnedAway(Throwable fault) {
    assertThat(FaultClassifier.classify(fault)).isEqualTo(WriteFault.REPEATABLE);
  }

  @ParameterizedTest
  @MethodSource("useless")
  void rejectsWhatCannotSucceed(Throwable fault) {
    assertThat(FaultClassifier.classify(fault)).isEqualTo(WriteFault.USELESS);
  }

  @ParameterizedTest
  @MethodSource({"doubtful", "onlyLocallyCertain"})
  void doubtsEverythingElse(Throwable fault) {
    assertThat(FaultClassifier.classify(fault)).isEqualTo(WriteFault.DOUBTFUL);
  }

  @ParameterizedTest
  @MethodSource("useless")
  void onlyTheClientItselfKnowsThatNoServerHasHeard(Throwable fault) {
    boolean ofClient = fault.getCause() != null || fault instanceof NotSentException;
    boolean ofServer =
        fault.getCause() instanceof RemoteWithExtrasException
            || fault.getCause() instanceof ClassNotFoundException;
    assertThat(FaultClassifier.isBeforeWrite(fault)).isEqualTo(ofClient && !ofServer);
  }

  private static final String SEARCHING =
      """
      org.apache.hadoop.hbase.NotServingRegionException: t,,1.abc. is not online on host,1,1
      \tat org.apache.hadoop.hbase.regionserver.HRegionServer.getRegionByEncodedName(X.java:1)
      \tat org.apache.hadoop.hbase.regionserver.HRegionServer.getRegion(X.java:1)
      \tat org.apache.hadoop.hbase.regionserver.RSRpcServices.getRegion(X.java:1)
      \tat org.apache.hadoop.hbase.regionserver.RSRpcServices.mutate(X.java:1)
      \tat org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos$ClientService$2.callBlockingMethod(X.java:1)
      \tat org.apache.hadoop.hbase.ipc.RpcServer.call(X.java:1)
      \tat org.apache.hadoop.hbase.ipc.CallRunner.run(X.java:1)
      \tat org.apache.hadoop.hbase.ipc.RpcHandler.run(X.java:1)
      \tat java.base/java.lang.Thread.run(X.java:1)
      """;

  @Test
  void serverWithoutTheRegionHasNotAppliedIt() {
    assertThat(FaultClassifier.isBeforeWrite(new NotServingRegionException(SEARCHING))).isTrue();
  }

  private static final String CLOSING =
      """
      org.apache.hadoop.hbase.NotServingRegionException: t,,1.abc. is closing
      \tat org.apache.hadoop.hbase.regionserver.HRegion.startRegionOperation(X.java:1)
      \tat org.apache.hadoop.hbase.regionserver.HRegion.checkAndMutateInternal(X.java:1)
      \tat org.apache.hadoop.hbase.regionserver.HRegion.lambda$checkAndMutate$15(X.java:1)
      \tat org.apache.hadoop.hbase.trace.TraceUtil.trace(X.java:1)
      \tat org.apache.hadoop.hbase.regionserver.HRegion.checkAndMutate(X.java:1)
      \tat org.apache.hadoop.hbase.regionserver.RSRpcServices.mutate(X.java:1)
      \tat org.apache.hadoop.hbase.ipc.RpcServer.call(X.java:1)
      \tat java.base/java.lang.Thread.run(X.java:1)
      """;

  @Test
  void closingRegionHasNotAppliedIt() {
    assertThat(FaultClassifier.isBeforeWrite(new NotServingRegionException(CLOSING))).isTrue();
  }

  /**
   * The write of a coprocessor may have met the error, after the write that it follows was applied.
   */
  static List<String> perhapsBehindTheApply() {
    return List.of(
        "moved",
        SEARCHING.replace("getRegionByEncodedName", "startRegionOperation"),
        SEARCHING.replace("RSRpcServices.mutate", "RegionCoprocessorHost.postPut"),
        SEARCHING.replace("RSRpcServices.mutate", "HRegion.checkAndMutate"),
        CLOSING.replace("RSRpcServices.mutate", "RegionCoprocessorHost.postPut"),
        CLOSING.replace("HRegion.startRegionOperation", "HRegion.flush"),
        CLOSING + "\tat com.example.Index.postPut(Index.java:1)\n",
        CLOSING + "\tat org.apache.hadoop.ipc.RemoteException.unwrapRemoteException(R.java:1)",
        SEARCHING + "\tat com.example.Index.postPut(Index.java:1)\n",
        SEARCHING + "\tat org.apache.hadoop.ipc.RemoteException.unwrapRemoteException(R.java:1)",
        SEARCHING + "\tat org.apache.hadoop.hbase.ipc.IPCUtil.wrapException(I.java:1)");
  }

  @ParameterizedTest
  @MethodSource("perhapsBehindTheApply")
  void regionThatAnotherRequestDidNotFindProvesNothing(String trace) {
    assertThat(FaultClassifier.isBeforeWrite(new NotServingRegionException(trace))).isFalse();
  }

  static List<Arguments> wrappings() {
    Throwable cause = new NotServingRegionException("moved");
    return List.of(
        arguments(cause, cause),
        arguments(new CompletionException(cause), cause),
        arguments(
            new CompletionException(new RetriesExhaustedException("", (IOException) cause)),
            cause));
  }

  @ParameterizedTest
  @MethodSource("wrappings")
  void findsTheErrorBelowItsWrapping(Throwable wrapped, Throwable cause) {
    assertThat(FaultClassifier.causeOf(wrapped)).isSameAs(cause);
  }

  @Test
  void unwrapsWhatCameOverTheWire() {
    Throwable cause =
        FaultClassifier.causeOf(
            new RetriesExhaustedException("", remote(NotServingRegionException.class.getName())));

    assertThat(cause).isInstanceOf(NotServingRegionException.class);
  }

  private static Throwable local(IOException raised) {
    return raised.initCause(new IOException("as Netty saw it"));
  }

  private static Throwable remoteUnwrapped(Class<? extends IOException> type) {
    return FaultClassifier.causeOf(remote(type.getName()));
  }

  private static RemoteWithExtrasException remote(String className) {
    return new RemoteWithExtrasException(className, "at the server", false);
  }
}
