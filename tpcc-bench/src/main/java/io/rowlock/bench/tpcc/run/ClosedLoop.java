package io.rowlock.bench.tpcc.run;

import java.util.List;
import java.util.Optional;

/** Each thread is a terminal, which sends something anew as soon as it has its answer. */
record ClosedLoop(List<Terminal> terminals) implements Pacing {

  @Override
  public Optional<Turn> next(int thread, long end) {
    Terminal terminal = terminals.get(thread);
    return Optional.of(new Turn(terminal, terminal.nextKind(), System.nanoTime()));
  }
}
