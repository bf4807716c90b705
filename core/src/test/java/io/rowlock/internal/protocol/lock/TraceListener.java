package io.rowlock.internal.protocol.lock;

import java.util.function.Supplier;

/** Receives one line for each event of a run. */
public interface TraceListener {

  /** Ignores all events. */
  TraceListener SILENT = (who, what) -> {};

  void log(String who, Supplier<String> what);
}
