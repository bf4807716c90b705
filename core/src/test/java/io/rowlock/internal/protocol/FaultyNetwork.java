package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.FaultMix.Fate;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * One client's network: every call travels for a random time, and some meet a {@link Fate}. The
 * client may die at one of its calls: from then on it sends nothing and hears nothing, while what
 * it has sent stays under way.
 */
final class FaultyNetwork implements Interceptor {

  private static final WriteOutcome REFUSED =
      WriteOutcome.rejected(new IOException("Simulated: refused"));
  private static final WriteOutcome UNANSWERED =
      WriteOutcome.maybeApplied(new IOException("Simulated: no answer"));

  /** How long things take in one network. */
  record Pace(Duration travel, Duration timeout, Duration late) {}

  private final String client;
  private final VirtualTime time;
  private final RandomGenerator random;
  private final Pace pace;
  private final ServerAudit audit;
  private FaultMix mix;
  private Outage outage = Outage.NEVER;
  private int callsBeforeDeath;

  FaultyNetwork(
      String client,
      VirtualTime time,
      RandomGenerator random,
      Pace pace,
      FaultMix mix,
      int callsBeforeDeath,
      ServerAudit audit) {
    this.client = client;
    this.time = time;
    this.random = random;
    this.pace = pace;
    this.mix = mix;
    this.callsBeforeDeath = callsBeforeDeath;
    this.audit = audit;
  }

  void plan(Outage planned) {
    outage = planned;
  }

  /** From now on all goes well, for a client that is still alive. */
  void heal() {
    mix = FaultMix.NONE;
    outage = Outage.NEVER;
    callsBeforeDeath = isDead() ? 0 : Integer.MAX_VALUE;
  }

  boolean isDead() {
    return callsBeforeDeath == 0;
  }

  private boolean diesNow() {
    if (!isDead()) {
      callsBeforeDeath--;
    }
    return isDead();
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    if (diesNow()) {
      return;
    }
    Fate fate = fateOfWrite();
    audit.tell(client, fate, call.request());
    switch (fate) {
      case DELIVERED -> executeAndAnswer(call, travel());
      case LOST_REQUEST -> giveUp(call);
      case LOST_REPLY -> executeUnheard(call, travel());
      case LATE -> executeUnheard(call, pace.timeout().plus(late()));
      case TWICE -> executeTwice(call, travel());
      case GHOST -> executeAgain(call, travel());
      case SLOW -> after(travel(), () -> answerAfter(late(), call, audit.execute(client, call)));
      case REJECTED -> answerAfter(travel(), call, REFUSED);
      case STALE -> answerAfter(travel(), call, WriteOutcome.NOT_EQUAL);
    }
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    read(call, mix.staleReads() ? () -> audit.earlier(call.request(), random) : call::execute);
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    read(call, call::execute);
  }

  /** A store repeats reads by itself, so that only the worst is left for the caller. */
  private <A> void read(PendingCall<?, A> call, Supplier<A> stale) {
    if (diesNow()) {
      return;
    }
    switch (fateOfRead()) {
      case LOST_REQUEST ->
          after(pace.timeout(), () -> fail(call, new IOException("Simulated: no answer")));
      case LATE -> after(late(), () -> answerAfter(travel(), call, call.execute()));
      case SLOW -> after(travel(), () -> answerAfter(late(), call, call.execute()));
      case STALE -> after(travel(), () -> answerAfter(travel(), call, stale.get()));
      default -> after(travel(), () -> answerAfter(travel(), call, call.execute()));
    }
  }

  private Fate fateOfWrite() {
    return outage.covers(time.monotonicNanos()) ? outage.fate() : mix.next(random);
  }

  private Fate fateOfRead() {
    if (outage.readsToo() && outage.covers(time.monotonicNanos())) {
      return outage.fate();
    }
    return random.nextInt(4) == 0 ? mix.next(random) : Fate.DELIVERED;
  }

  private void execute(PendingCall<ConditionalWrite, WriteOutcome> call, Duration delay) {
    after(delay, () -> audit.execute(client, call));
  }

  private void executeAndAnswer(PendingCall<ConditionalWrite, WriteOutcome> call, Duration delay) {
    after(delay, () -> answerAfter(travel(), call, audit.execute(client, call)));
  }

  private void executeUnheard(PendingCall<ConditionalWrite, WriteOutcome> call, Duration delay) {
    giveUp(call);
    execute(call, delay);
  }

  /** The answer is that of the second delivery. */
  private void executeTwice(PendingCall<ConditionalWrite, WriteOutcome> call, Duration delay) {
    execute(call, delay);
    executeAndAnswer(call, delay.plus(travel()));
  }

  /** The answer is that of the first delivery. */
  private void executeAgain(PendingCall<ConditionalWrite, WriteOutcome> call, Duration delay) {
    executeAndAnswer(call, delay);
    execute(call, delay.plus(late()));
  }

  private void giveUp(PendingCall<ConditionalWrite, WriteOutcome> call) {
    answerAfter(pace.timeout(), call, UNANSWERED);
  }

  private <Q, A> void answerAfter(Duration delay, PendingCall<Q, A> call, A answer) {
    after(
        delay,
        () -> {
          if (!isDead()) {
            call.answer(answer);
          }
        });
  }

  private void fail(PendingCall<?, ?> call, IOException failure) {
    if (!isDead()) {
      call.fail(failure);
    }
  }

  private void after(Duration delay, Runnable task) {
    time.schedule(delay, task);
  }

  /** Mostly short, now and then much longer. */
  private Duration travel() {
    long nanos = random.nextLong(pace.travel().toNanos() + 1);
    return Duration.ofNanos(random.nextInt(16) == 0 ? nanos * 8 : nanos);
  }

  private Duration late() {
    return Duration.ofNanos(random.nextLong(pace.late().toNanos() + 1));
  }
}
