package io.rowlock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.architecture.CompiledClasses.Use;
import io.rowlock.connection.RowlockConnection;
import org.junit.jupiter.api.Test;

/** The drop-in connection uses the API, administration, and these internal classes only. */
class ConnectionArrowsTest {

  @Test
  void connectionUsesFewInternalClasses() {
    assertThat(CompiledClasses.of(RowlockConnection.class).dependencies())
        .extracting(Use::used)
        .filteredOn(used -> used.startsWith("io.rowlock.internal."))
        .extracting(used -> used.replaceFirst("\\$.*", ""))
        .containsOnly(
            "io.rowlock.internal.engine.Blocking",
            "io.rowlock.internal.engine.CommonAsyncTable",
            "io.rowlock.internal.engine.CommonTable",
            "io.rowlock.internal.engine.OwnConnection",
            "io.rowlock.internal.engine.ThreadPools",
            "io.rowlock.internal.engine.WrappedConnection",
            "io.rowlock.internal.store.Async",
            "io.rowlock.internal.store.LockColumn",
            "io.rowlock.internal.store.RegionLimits");
  }
}
