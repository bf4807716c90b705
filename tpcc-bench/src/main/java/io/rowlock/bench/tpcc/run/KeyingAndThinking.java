package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.run.Pacing.Turn;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * People at terminals: they key in what they want, read the answer, and think (clause 5.2.5). Many
 * of them are served by few threads.
 */
final class KeyingAndThinking implements Pacing {
  private static final int LONGEST_THINKING = 10;
  private static final double NANOS = 1e9;

  private final double keying;
  private final double thinking;
  private final DelayQueue<Due> waiting = new DelayQueue<>();

  /**
   * All terminals begin to think of something.
   *
   * @param keying multiplies keying times
   * @param thinking multiplies think times
   */
  KeyingAndThinking(List<Terminal> terminals, double keying, double thinking, long now) {
    this.keying = keying;
    this.thinking = thinking;
    terminals.forEach(terminal -> think(terminal, terminal.nextKind(), now));
  }

  @Override
  public Optional<Turn> next(int thread, long end) throws InterruptedException {
    Due due = waiting.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    return due == null || due.turn.due() - end >= 0 ? Optional.empty() : Optional.of(due.turn);
  }

  @Override
  public void ended(Turn turn) {
    think(turn.terminal(), turn.kind(), System.nanoTime());
  }

  private void think(Terminal terminal, Kind last, long now) {
    Kind next = terminal.nextKind();
    double seconds = thinking * thinkSeconds(last, terminal.dice()) + keying * next.keyingSeconds();
    waiting.add(new Due(new Turn(terminal, next, now + (long) (seconds * NANOS))));
  }

  static double thinkSeconds(Kind last, Dice dice) {
    int mean = last.meanThinkSeconds();
    return Math.min(dice.exponential(mean), LONGEST_THINKING * (double) mean);
  }

  /** In the queue. */
  private record Due(Turn turn) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(turn.due() - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(turn.due() - ((Due) other).turn.due());
    }
  }
}
