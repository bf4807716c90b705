package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The option for a longer network between clients and servers; a {@link Mixin}. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE, isGetterVisibility = Visibility.NONE)
public final class DelayOption {
  private static final int MOST_MILLIS = 1_000;

  @Option(
      names = "--rpc-delay",
      paramLabel = "MS",
      description =
          "Milliseconds by which clients send each request to a region server later, as over a"
              + " longer network (default: ${DEFAULT-VALUE}).")
  int rpcDelayMillis = 0;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  public void check() {
    Arguments.range("--rpc-delay", 0, MOST_MILLIS, rpcDelayMillis);
  }

  public boolean isGiven() {
    return rpcDelayMillis > 0;
  }

  /** Makes the counter of a client's requests delay them; returns the counter. */
  public <C extends RpcCounter> C apply(C counter) {
    counter.delayMillis(rpcDelayMillis);
    return counter;
  }

  /** The text for users. */
  @Override
  public String toString() {
    return isGiven() ? "requests sent " + rpcDelayMillis + " ms later" : "requests not delayed";
  }
}
