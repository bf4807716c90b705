package io.rowlock;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.io.IOException;
import java.util.Optional;

/** Failures as users get them, for tests of other packages. */
public final class FailureSamples {

  private static final TransactionLabel LABEL = new TransactionLabel("sample", Optional.empty());

  private FailureSamples() {}

  public static IOException of(ProtocolFailure failure) {
    return TransactionFailures.beforeCommit(LABEL, failure);
  }
}
