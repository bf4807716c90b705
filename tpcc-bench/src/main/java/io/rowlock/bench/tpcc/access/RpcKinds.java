package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.measure.CountingRpcClient;
import io.rowlock.bench.measure.RpcCounter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** Counts a client's requests to region servers by their kinds. Thread-safe. */
public final class RpcKinds extends RpcCounter {
  private final Map<RpcKind, LongAdder> kinds = new EnumMap<>(RpcKind.class);

  public RpcKinds() {
    for (RpcKind kind : RpcKind.values()) {
      kinds.put(kind, new LongAdder());
    }
  }

  @Override
  protected Class<? extends CountingRpcClient> client() {
    return KindRpcClient.class;
  }

  void count(String method, Message request) {
    LongAdder counter = kinds.get(RpcKind.of(method, request));
    if (counter != null) {
      counter.increment();
    }
  }

  /** How many of each there were. */
  public Map<RpcKind, Long> counts() {
    Map<RpcKind, Long> counts = new EnumMap<>(RpcKind.class);
    kinds.forEach((kind, count) -> counts.put(kind, count.sum()));
    return counts;
  }
}
