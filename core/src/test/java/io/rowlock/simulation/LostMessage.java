package io.rowlock.simulation;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;

/** Fates of a conditional write that look the same to its caller. */
public final class LostMessage {

  private LostMessage() {}

  /** The request never arrives. */
  public static void request(PendingCall<ConditionalWrite, WriteOutcome> call) {
    call.answer(WriteOutcome.maybeApplied(new IOException("Simulated: the request was lost")));
  }

  /** The request takes effect, and its answer is lost. */
  public static void reply(PendingCall<ConditionalWrite, WriteOutcome> call) {
    WriteOutcome unused = call.execute();
    call.answer(WriteOutcome.maybeApplied(new IOException("Simulated: the reply was lost")));
  }
}
