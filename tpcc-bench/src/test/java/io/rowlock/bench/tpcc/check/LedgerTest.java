package io.rowlock.bench.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.business.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger. */
class LedgerTest {
  @TempDir private Path directory;

  @Test
  void runsOfFewerClientsLeaveNoLedgersOfEarlierOnes() throws IOException {
    for (Path file : Ledger.files(directory, 3)) {
      Files.writeString(file, "of an earlier run");
    }
    Files.writeString(directory.resolve("intervals.csv"), "no ledger");
    assertThat(Ledger.in(directory)).isEqualTo(Ledger.files(directory, 3));
    Ledger.removeAll(directory);
    assertThat(directory.toFile().list()).containsExactly("intervals.csv");
    assertThat(Ledger.files(directory, 0)).containsExactly(directory.resolve(Ledger.FILE));
  }

  /** Without closing it: a client that is killed does not. */
  @Test
  void everyLineIsInTheFileAtOnce() throws IOException {
    Files.writeString(directory.resolve(Ledger.FILE), "of an earlier run");
    try (Ledger ledger = Ledger.create(directory.resolve(Ledger.FILE))) {
      ledger.write(new Ledger.Line(Kind.NEW_ORDER, Ledger.Outcome.COMMITTED, 1, 2, "3001", 4, 5));
      ledger.write(new Ledger.Line(Kind.PAYMENT, Ledger.Outcome.UNKNOWN, 1, 2, "0a0b", 0, 6));
      assertThat(directory.resolve(Ledger.FILE))
          .content()
          .isEqualTo(
              """
              kind,outcome,w,d,id,c,millis
              NEW_ORDER,COMMITTED,1,2,3001,4,5
              PAYMENT,UNKNOWN,1,2,0a0b,0,6
              """);
    }
  }
}
