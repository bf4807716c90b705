package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of time in which threads run one workload in closed loops. The same seed and thread
 * count make the same choices of rows, in every mode.
 */
record Window(int threads, Duration length, long seed) {

  /** Returns when every transaction begun in the window has ended. */
  Tally run(Workload workload, Operations operations, RowChooser rows) throws IOException {
    List<Workload.Session> sessions = new ArrayList<>();
    try {
      List<Load.Crew> crews = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Workload.Session session = workload.open(operations);
        sessions.add(session);
        crews.add(new Load.Crew(1, random -> session.run(rows.choose(random))));
      }
      Tally sum = new Tally();
      new Load(length, seed).run(crews).forEach(sum::add);
      return sum;
    } finally {
      for (Workload.Session session : sessions) {
        session.close();
      }
    }
  }
}
