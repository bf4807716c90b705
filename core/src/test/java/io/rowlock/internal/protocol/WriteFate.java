package io.rowlock.internal.protocol;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** The possible fates of a conditional write. */
@SuppressWarnings("ImmutableEnumChecker") // lambdas without state
public enum WriteFate {
  LOST_REQUEST(time -> LostMessage::request),
  LOST_REPLY(time -> LostMessage::reply),
  REJECTED(time -> call -> call.answer(WriteOutcome.rejected(new IOException("Simulated")))),

  /** A coprocessor throws, after the write was applied, what servers throw before it. */
  APPLIED_BUT_REJECTED(
      time ->
          call -> {
            WriteOutcome unused = call.execute();
            call.answer(WriteOutcome.rejected(new IOException("Simulated")));
          }),

  /** Applied, and the caller gets the answer to a second delivery. */
  DELIVERED_TWICE(
      time ->
          call -> {
            WriteOutcome unused = call.execute();
            call.answer(call.execute());
          }),
  LATE_BY_5_MS(time -> late(time, Duration.ofMillis(5))),
  LATE_BY_30_MS(time -> late(time, Duration.ofMillis(30))),
  LATE_BY_200_MS(time -> late(time, Duration.ofMillis(200))),
  LATE_BY_3_S(time -> late(time, Duration.ofSeconds(3))),
  LATE_BY_8_S(time -> late(time, Duration.ofSeconds(8))),
  REPEATED_AFTER_30_MS(time -> repeated(time, Duration.ofMillis(30))),
  REPEATED_AFTER_8_S(time -> repeated(time, Duration.ofSeconds(8))),
  SLOW_BY_3_S(time -> slow(time, Duration.ofSeconds(3))),
  SLOW_BY_12_S(time -> slow(time, Duration.ofSeconds(12)));

  private interface ByTime {

    Consumer<PendingCall<ConditionalWrite, WriteOutcome>> at(VirtualTime time);
  }

  private final ByTime fate;

  WriteFate(ByTime fate) {
    this.fate = fate;
  }

  public Consumer<PendingCall<ConditionalWrite, WriteOutcome>> at(VirtualTime time) {
    return fate.at(time);
  }

  /** Given up as lost, and delivered later. */
  private static Consumer<PendingCall<ConditionalWrite, WriteOutcome>> late(
      VirtualTime time, Duration delay) {
    return call -> {
      time.schedule(delay, call::execute);
      LostMessage.request(call);
    };
  }

  /** Delivered, and once more later. */
  private static Consumer<PendingCall<ConditionalWrite, WriteOutcome>> repeated(
      VirtualTime time, Duration delay) {
    return call -> {
      time.schedule(delay, call::execute);
      call.deliver();
    };
  }

  private static Consumer<PendingCall<ConditionalWrite, WriteOutcome>> slow(
      VirtualTime time, Duration delay) {
    return call -> time.schedule(delay, call::deliver);
  }
}
