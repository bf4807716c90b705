package io.rowlock.it.kit.faults;

/** The possible faults of one request of a client. */
public enum Fault {
  /** The request never arrives, and the client's call times out. */
  LOSE_REQUEST,

  /** The request is executed, and the client's call times out. */
  LOSE_REPLY,

  /**
   * The client's call times out. The request is executed after the next one has been answered, just
   * before the client receives that answer.
   */
  DELAY,

  /**
   * The client's call times out. The request is executed when the test calls {@link
   * Network#deliverLate}.
   */
  DELIVER_LATE,

  /** The request is executed twice, and the client receives the second answer. */
  DELIVER_TWICE,

  /**
   * The request succeeds, and is executed again when the test calls {@link Network#deliverLate}.
   */
  REPEAT_LATE,

  /** A conditional put is not executed: a server that has lost the region answers "not equal". */
  REFUSE_AS_STALE,

  /** A server that has lost the region repeats its last answer to the same read. */
  ANSWER_AS_STALE,

  /** The client is suspended before this request, until {@link Network#resume}. */
  PAUSE,

  /** The client is gone before it sends the request: nothing is sent or answered any more. */
  STOP_BEFORE,

  /** The client is gone as soon as it has sent the request. */
  STOP_AFTER,

  /** The process of the client ends abruptly before it sends the request. */
  HALT_BEFORE,

  /** The process of the client ends abruptly when it receives the answer. */
  HALT_AFTER
}
