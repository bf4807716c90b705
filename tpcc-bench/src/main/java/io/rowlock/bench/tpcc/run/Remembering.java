package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Work;
import io.rowlock.bench.tpcc.access.Work.Isolation;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows the result of the last attempt, also when nobody knows whether that was committed. */
final class Remembering<T> implements Work<T> {
  private final Work<T> work;
  private @Nullable T last;

  Remembering(Work<T> work) {
    this.work = work;
  }

  @Override
  public T execute(Access access) throws IOException {
    last = null;
    T result = work.execute(access);
    last = result;
    return result;
  }

  @Override
  public String name() {
    return work.name();
  }

  @Override
  public Isolation isolation() {
    return work.isolation();
  }

  Optional<T> last() {
    return Optional.ofNullable(last);
  }
}
