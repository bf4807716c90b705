package io.rowlock.it.kit.faults;

/** What can become of one request of a client. */
public enum Fault {
  /** It never arrives, and the client is told that its time is up. */
  LOSE_REQUEST,

  /** It is carried out, and the client is told that its time is up. */
  LOSE_REPLY,

  /**
   * The client is told that its time is up. The request is carried out when the next one has been
   * answered, just before the client gets to see that answer.
   */
  DELAY,

  /**
   * The client is told that its time is up; carried out when the test says so, {@link
   * Network#deliverLate}.
   */
  DELIVER_LATE,

  /** It is carried out twice, and the client gets the second answer. */
  DELIVER_TWICE,

  /** All goes well, but it is carried out once more when the test says so. */
  REPEAT_LATE,

  /** A conditional put is not carried out; a server that has lost the region says "not equal". */
  REFUSE_AS_STALE,

  /** A server that has lost the region answers a read as the same read was answered last time. */
  ANSWER_AS_STALE,

  /** The client stands still with this request in its hands, until {@link Network#resume}. */
  PAUSE,

  /** The client is gone before it can send it: nothing is sent or answered any more. */
  STOP_BEFORE,

  /** The client is gone as soon as it has sent it. */
  STOP_AFTER,

  /** The process of the client ends at once, without any clearing up, before it can send it. */
  HALT_BEFORE,

  /** The process of the client ends at once when it gets the answer. */
  HALT_AFTER
}
