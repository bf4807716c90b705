package io.rowlock.bench.profile;

import io.rowlock.RowlockException;
import io.rowlock.bench.measure.StartingGun;
import io.rowlock.bench.measure.Tally;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** One thread of a window: begins the next transaction when the last one has ended. */
final class ClosedLoop implements Callable<Tally> {
  private final Workload.Session session;
  private final RowChooser rows;
  private final SplittableRandom random;
  private final StartingGun gun;
  private final Tally tally = new Tally();

  ClosedLoop(Workload.Session session, RowChooser rows, long seed, StartingGun gun) {
    this.session = session;
    this.rows = rows;
    this.random = new SplittableRandom(seed);
    this.gun = gun;
  }

  @Override
  public Tally call() throws IOException, InterruptedException {
    long end = gun.awaitStart();
    while (System.nanoTime() - end < 0) {
      Choice choice = rows.choose(random);
      try {
        long begin = System.nanoTime();
        session.run(choice);
        long now = System.nanoTime();
        tally.committed(now - begin, now - end <= 0);
      } catch (RowlockException e) {
        tally.failed(e);
      }
    }
    return tally;
  }
}
