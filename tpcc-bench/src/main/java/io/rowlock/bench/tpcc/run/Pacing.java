package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.run.Pacing.Turn;
import java.util.List;
import java.util.Optional;

/** Decides when terminals send something. Thread-safe. */
interface Pacing {

  /**
   * Waits for the next turn of a thread.
   *
   * @param thread from 0
   * @param end by {@link System#nanoTime}
   * @return empty when there is none before the end
   */
  Optional<Turn> next(int thread, long end) throws InterruptedException;

  /** To be called when the business transaction has ended. */
  default void ended(Turn turn) {}

  /**
   * A business transaction that is to begin now.
   *
   * @param due when it should have begun, by {@link System#nanoTime}
   */
  record Turn(Terminal terminal, Kind kind, long due) {}

  /** Each thread is a terminal, which sends something anew as soon as it has its answer. */
  record ClosedLoop(List<Terminal> terminals) implements Pacing {

    @Override
    public Optional<Turn> next(int thread, long end) {
      Terminal terminal = terminals.get(thread);
      return Optional.of(new Turn(terminal, terminal.nextKind(), System.nanoTime()));
    }
  }
}
