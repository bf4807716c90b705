package io.rowlock.internal.protocol.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.TableFacts;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class KnownTableTest {

  @Test
  void errorInTheNotesLeavesNoCallerWaiting() {
    BreakingClock clock = new BreakingClock();
    CompletableFuture<TableFacts> lookUp = new CompletableFuture<>();
    KnownTable table =
        new KnownTable(TableName.valueOf("table"), () -> lookUp, clock, FactsAge.DEFAULT);
    CompletableFuture<TableFacts> first = table.factsNow();
    clock.isBroken = true;
    lookUp.completeExceptionally(new IOException("no master"));

    assertThat(first).isCompletedExceptionally();
    clock.isBroken = false;
    assertThat(table.facts()).isCompletedExceptionally();
  }

  private static final class BreakingClock implements Clock {

    private boolean isBroken;

    @Override
    public long currentMillis() {
      return 0;
    }

    @Override
    public long monotonicNanos() {
      if (isBroken) {
        throw new StackOverflowError("Simulated");
      }
      return 0;
    }
  }
}
