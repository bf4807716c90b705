package io.rowlock.operations;

import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.operations.maintenance.Diagnosis;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Put;

/** Locks in a store in memory, as the tools show them. */
public final class LockSamples {

  public final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final LockMaintenance maintenance =
      new LockMaintenance(client.store, client.environment, ProtocolFixture.SETTINGS);

  /** Returns the lock of a row, which must exist. */
  public LockInfo look(String row) {
    LockView view = fixture.await(maintenance.look(key(row))).orElseThrow();
    Optional<Duration> age =
        LockInfo.ageAt(fixture.time.currentMillis(), view.stored().time(), view.began());
    return new LockInfo(view, age, maintenance.seenFor(view));
  }

  /** Returns what can be done about a lock. */
  public LockDiagnosis examine(LockInfo lock) {
    Diagnosis found = fixture.await(maintenance.examine(lock.view()));
    return new LockDiagnosis(found.isDiscardable(), found.explanation(), found.loss());
  }

  /** Writes a lock cell without the library. */
  public void plant(String row, String lock) {
    Put put = new Put(bytes(row));
    put.addColumn(
        LockColumn.family(), LockColumn.qualifier(), fixture.time.currentMillis(), bytes(lock));
    fixture.cluster.rawWrite(ProtocolFixture.TABLE, put);
  }
}
