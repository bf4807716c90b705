package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.population.Dice;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Decides when terminals begin business transactions. Thread-safe. */
interface Pacing {

  /**
   * Waits for the next turn of a thread, numbered from 0. Returns nothing when there is none before
   * the end, by {@link System#nanoTime}.
   */
  Optional<Turn> next(int thread, long end) throws InterruptedException;

  /** Reports the end of a business transaction. */
  default void ended(Turn turn) {}

  /** A business transaction that begins now; {@code due} is by {@link System#nanoTime}. */
  record Turn(Terminal terminal, Kind kind, long due) {}

  /** Each thread is a terminal that begins its next transaction when the last one ends. */
  record ClosedLoop(List<Terminal> terminals) implements Pacing {

    @Override
    public Optional<Turn> next(int thread, long end) {
      Terminal terminal = terminals.get(thread);
      return Optional.of(new Turn(terminal, terminal.nextKind(), System.nanoTime()));
    }
  }

  /**
   * Business transactions are due at a rate, whether or not the earlier ones have been answered.
   * When all threads are busy they are late, and that counts.
   */
  static final class OpenLoop implements Pacing {
    private final List<Terminal> terminals;
    private final long pause;
    private long nextDue;

    OpenLoop(List<Terminal> terminals, long pause, long now) {
      this.terminals = terminals;
      this.pause = pause;
      this.nextDue = now;
    }

    @Override
    public Optional<Turn> next(int thread, long end) throws InterruptedException {
      long due = takeDue();
      if (due - end >= 0) {
        return Optional.empty();
      }
      TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      Terminal terminal = terminals.get(thread);
      return Optional.of(new Turn(terminal, terminal.nextKind(), due));
    }

    private synchronized long takeDue() {
      long due = nextDue;
      nextDue += pause;
      return due;
    }
  }

  /**
   * Few threads serve many people at terminals, each of them keying in, reading the answer, and
   * thinking (clause 5.2.5).
   */
  final class KeyingAndThinking implements Pacing {
    private static final int LONGEST_THINKING = 10;
    private static final double NANOS = 1e9;

    private final DelayQueue<Due> waiting = new DelayQueue<>();

    /** All terminals begin with a think time. */
    KeyingAndThinking(List<Terminal> terminals, long now) {
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
      double seconds = thinkSeconds(last, terminal.dice()) + next.keyingSeconds();
      waiting.add(new Due(new Turn(terminal, next, now + (long) (seconds * NANOS))));
    }

    static double thinkSeconds(Kind last, Dice dice) {
      int mean = last.meanThinkSeconds();
      return Math.min(dice.exponential(mean), LONGEST_THINKING * (double) mean);
    }

    /** A terminal in the queue. */
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
}
