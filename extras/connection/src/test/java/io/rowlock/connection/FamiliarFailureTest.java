package io.rowlock.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.FailureSamples;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class FamiliarFailureTest {

  private static final RowKey ROW = new RowKey(TableName.valueOf("table"), Bytes.toBytes("row"));

  private static IOException familiar(ProtocolFailure failure) {
    return FamiliarFailure.of(FailureSamples.of(failure));
  }

  @Test
  void refusedCallIsNotWorthARepetition() {
    assertThat(familiar(ProtocolFailure.illegal(ROW, "no")))
        .isExactlyInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("no");
    IOException missing = new NoSuchColumnFamilyException("f");
    assertThat(familiar(ProtocolFailure.illegal(ROW, "no", missing)))
        .isExactlyInstanceOf(NoSuchColumnFamilyException.class);
  }

  /** Its message tells to run the transaction again. */
  @Test
  void writeThatWasTurnedDownIsWorthARepetition() {
    IOException failure = FailureSamples.of(ProtocolFailure.refused(ROW, "Could not lock", null));
    assertThat(FamiliarFailure.of(failure)).isSameAs(failure);
  }

  @Test
  void otherOutcomesStay() {
    for (ProtocolFailure each :
        new ProtocolFailure[] {
          ProtocolFailure.outcomeUnknown("?", null), ProtocolFailure.timeout("late"),
        }) {
      IOException failure = FailureSamples.of(each);
      assertThat(FamiliarFailure.of(failure)).isSameAs(failure);
    }
  }
}
