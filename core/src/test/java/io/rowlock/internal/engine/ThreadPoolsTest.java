package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ThreadPoolsTest {

  private static final Executor NO_THREAD =
      task -> {
        throw new OutOfMemoryError("unable to create native thread");
      };

  private final List<String> ran = new ArrayList<>();

  /** A caller waits for what the task completes. */
  @Test
  void completionRunsAlthoughNoPoolGetsAThread() {
    ThreadPools.completing(NO_THREAD, NO_THREAD).execute(() -> ran.add("completion"));
    assertThat(ran).containsExactly("completion");
  }

  @Test
  void completionRunsOnceAlthoughBothPoolsThrowAfterIt() {
    Executor throwing =
        task -> {
          task.run();
          throw new OutOfMemoryError("after the task");
        };
    ThreadPools.completing(throwing, throwing).execute(() -> ran.add("completion"));
    assertThat(ran).containsExactly("completion");
  }
}
