package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.CountingRpcClient;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.jspecify.annotations.Nullable;

/** Sends requests for data past {@link RpcKinds} and its gate. */
public final class KindRpcClient extends CountingRpcClient {
  private final RpcKinds kinds;

  /** As HBase 2.5 makes it. */
  public KindRpcClient(
      Configuration configuration,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics) {
    super(configuration, clusterId, localAddress, metrics);
    kinds = (RpcKinds) RpcCounter.of(configuration);
  }

  /** As HBase 2.6 makes it; nobody here gives connections attributes. */
  public KindRpcClient(
      Configuration configuration,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics,
      @SuppressWarnings("unused") Map<String, byte[]> connectionAttributes) {
    this(configuration, clusterId, localAddress, metrics);
  }

  @Override
  public RpcChannel createRpcChannel(ServerName server, User user, int timeout) {
    RpcChannel channel = super.createRpcChannel(server, user, timeout);
    return (method, controller, request, response, done) -> {
      if (isForData(method, controller)) {
        kinds.writing(RowWrites.in(request));
        send(
            RequestReader.read(request, controller),
            (HBaseRpcController) controller,
            done,
            answered -> channel.callMethod(method, controller, request, response, answered));
      } else {
        channel.callMethod(method, controller, request, response, done);
      }
    };
  }

  private void send(
      RequestReader.Seen seen,
      HBaseRpcController controller,
      RpcCallback<Message> done,
      Consumer<RpcCallback<Message>> request) {
    var unused =
        kinds
            .gate()
            .beforeSending(seen.kind())
            .whenComplete(
                (open, refusal) -> {
                  if (refusal == null) {
                    request.accept(timed(seen, done));
                  } else {
                    controller.setFailed(new IOException("The gate refused", refusal));
                    done.run(null);
                  }
                });
  }

  private RpcCallback<Message> timed(RequestReader.Seen seen, RpcCallback<Message> done) {
    Sending sending = Sending.begin(kinds, seen);
    return answer -> {
      sending.answered();
      var unused = kinds.gate().afterAnswer(seen.kind()).thenRun(() -> done.run(answer));
    };
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    BlockingRpcChannel channel = super.createBlockingRpcChannel(server, user, timeout);
    return (method, controller, request, response) -> {
      if (!isForData(method, controller)) {
        return channel.callBlockingMethod(method, controller, request, response);
      }
      kinds.writing(RowWrites.in(request));
      RequestReader.Seen seen = RequestReader.read(request, controller);
      kinds.gate().beforeSending(seen.kind()).join();
      Sending sending = Sending.begin(kinds, seen);
      try {
        return channel.callBlockingMethod(method, controller, request, response);
      } finally {
        sending.answered();
        kinds.gate().afterAnswer(seen.kind()).join();
      }
    };
  }

  /** A request under way. */
  record Sending(RpcKinds kinds, RpcKind kind, @Nullable CommitWatch watch, long start) {

    static Sending begin(RpcKinds kinds, RequestReader.Seen seen) {
      kinds.sent(seen.kind());
      long now = System.nanoTime();
      CommitWatch watch = CommitWatch.of(seen.transaction());
      if (watch != null) {
        watch.sent(seen.kind(), now);
      }
      return new Sending(kinds, seen.kind(), watch, now);
    }

    void answered() {
      long now = System.nanoTime();
      kinds.answered(kind, now - start);
      if (watch != null) {
        watch.answered(kind, now);
      }
    }
  }
}
