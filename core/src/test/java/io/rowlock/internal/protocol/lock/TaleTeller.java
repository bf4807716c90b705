package io.rowlock.internal.protocol.lock;

import java.util.function.Supplier;

/** Takes a line for each thing that happens, if anybody listens. */
public interface TaleTeller {

  /** Nobody does. */
  TaleTeller SILENT = (who, what) -> {};

  void tell(String who, Supplier<String> what);
}
