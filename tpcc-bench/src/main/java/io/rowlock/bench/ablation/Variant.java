package io.rowlock.bench.ablation;

import io.rowlock.internal.protocol.lock.ProtocolLimits.Mechanisms;
import io.rowlock.internal.store.Mechanism;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A client with all mechanisms, or without one of them.
 *
 * @param without null for none
 */
record Variant(@Nullable Mechanism without) {
  static final Variant ALL = new Variant(null);

  /** Returns the flag of a JVM that runs this variant, whatever the defaults of users are. */
  String flag() {
    return Arrays.stream(Mechanism.values())
        .filter(mechanism -> mechanism != without)
        .map(Mechanism::label)
        .collect(Collectors.joining(",", "-D" + Mechanisms.PROPERTY + "=", ""));
  }

  @Override
  public String toString() {
    return without == null ? "all" : "without-" + without.label();
  }
}
