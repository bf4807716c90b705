package io.rowlock.simulator;

/** What of a row's content is shown to somebody: a function, so that it tells what was right. */
@FunctionalInterface
interface View {

  /** All of it. */
  View WHOLE = content -> content;

  Object of(Content content);
}
