package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes failures of business transactions to the log, and keeps the first. Thread-safe. */
final class FailureLog {
  private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

  private final AtomicReference<@Nullable String> first = new AtomicReference<>();

  /** The first one with its stack. */
  void note(Kind kind, Exception failure) {
    String what = kind.title() + ": " + failure;
    if (first.compareAndSet(null, what)) {
      LOG.warn("{} failed; later ones without the stack", kind.title(), failure);
    } else {
      LOG.warn("{} failed: {}", kind.title(), failure.toString());
    }
  }

  @Nullable String first() {
    return first.get();
  }
}
