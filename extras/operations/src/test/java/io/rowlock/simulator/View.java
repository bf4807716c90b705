package io.rowlock.simulator;

/**
 * The part of a row's content that a reader sees: a function, so that it also computes the correct
 * result.
 */
@FunctionalInterface
interface View {

  /** The whole content. */
  View WHOLE = content -> content;

  Object of(Content content);
}
