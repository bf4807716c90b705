package io.rowlock.bench.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.bench.tpcc.check.CheckResult.LedgerCounts;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** E8: a ledger with one line that is right or wrong about the order or the payment there is. */
class LedgerClaimsTest {
  private static final Situation SITUATION = Situation.of(Layout.NORMALIZED);
  private static final long O = SITUATION.order().part(2);
  private static final String H = Bytes.toHex(Situation.PAYMENT.bytes());

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "NEW_ORDER,COMMITTED,1,4,{O},5,{T}                              | -",
        "NEW_ORDER,COMMITTED,1,4,{O},6,{T}                              | is not there",
        "NEW_ORDER,COMMITTED,1,4,{O},5,{T}1                             | is not there",
        "NEW_ORDER,COMMITTED,1,4,900,5,{T}                              | (1, 4, 900) is not there",
        "NEW_ORDER,COMMITTED,1,4,900,5,{T}                              | was not committed",
        "NEW_ORDER,COMMITTED,3,4,1,5,{T}                                | w=3",
        "NEW_ORDER,ROLLED_BACK,1,4,{O},5,{T}                            | was not committed",
        "NEW_ORDER,FAILED,1,4,,5,{T}                                    | was not committed",
        "NEW_ORDER,ROLLED_BACK,1,4,{O},5,17                             | -",
        "NEW_ORDER,FAILED,1,4,,5,17                                     | -",
        "NEW_ORDER,UNKNOWN,1,4,,5,{T}                                   | -",
        "NEW_ORDER,UNKNOWN,1,4,,5,17                                    | -",
        "PAYMENT,COMMITTED,1,4,{H},7,{T}                                | -",
        "PAYMENT,COMMITTED,1,4,{H},8,{T}                                | is not there",
        "PAYMENT,COMMITTED,1,4,{H},7,17                                 | is not there",
        "PAYMENT,COMMITTED,1,4,{G},7,{T}                                | is not there",
        "PAYMENT,FAILED,1,4,{H},0,{T}                                   | was not committed",
        "PAYMENT,FAILED,1,4,{G},0,{T}                                   | -",
        "PAYMENT,UNKNOWN,1,4,{H},0,{T}                                  | -",
        "PAYMENT,UNKNOWN,1,4,{G},0,{T}                                  | -"
      })
  void oneLine(String line, String finding) throws IOException {
    assertThat(findings(line))
        .satisfies(
            found -> {
              if (finding == null) {
                assertThat(found).isEmpty();
              } else {
                assertThat(found).anyMatch(key -> key.contains(finding));
              }
            });
  }

  @Test
  void anOrderThatWasCommittedTwiceIsThereTwice() throws IOException {
    String line = "NEW_ORDER,COMMITTED,1,4,{O},5,{T}";
    assertThat(findings(line, line))
        .containsExactly(SITUATION.order() + " is not there as committed");
  }

  @Test
  void anUnknownOneMayBeTheOrderBesideACommittedOne() throws IOException {
    assertThat(findings("NEW_ORDER,COMMITTED,1,4,{O},5,{T}", "NEW_ORDER,UNKNOWN,1,4,,5,{T}"))
        .isEmpty();
  }

  @Test
  void aPaymentIsNotCommittedTwice() throws IOException {
    String line = "PAYMENT,COMMITTED,1,4,{H},7,{T}";
    assertThat(findings(line, line)).hasSize(1);
  }

  @Test
  void counts() throws IOException {
    LedgerClaims claims =
        claims(
            "NEW_ORDER,COMMITTED,1,4,{O},5,{T}",
            "PAYMENT,UNKNOWN,1,4,{H},0,1",
            "NEW_ORDER,FAILED,2,1,,5,1");
    assertThat(claims.counts()).isEqualTo(new LedgerCounts(1, 1, 1, 0));
  }

  @Test
  void aDirectoryHasTheLedgersOfAllClients() throws IOException {
    for (Path file : Ledger.files(directory, 2)) {
      Files.writeString(file, Ledger.HEADER + "\nNEW_ORDER,FAILED,2,1,,5,1\n");
    }
    assertThat(LedgerClaims.read(List.of(directory), Situation.ORIGIN.scale()).counts())
        .isEqualTo(new LedgerCounts(0, 2, 0, 0));
  }

  @Test
  void aDirectoryWithoutALedgerIsRefused() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> LedgerClaims.read(List.of(directory), Situation.ORIGIN.scale()))
        .withMessageContaining("There is no ledger in " + directory);
  }

  @Test
  void halfALineAtTheEndIsLeftOut() throws IOException {
    Path file = directory.resolve(Ledger.FILE);
    Files.writeString(file, Ledger.HEADER + "\n" + "NEW_ORDER,COMMITTED,1,4,900,5,1800");
    assertThat(LedgerClaims.read(List.of(directory), Situation.ORIGIN.scale()).counts())
        .isEqualTo(LedgerCounts.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NEW_ORDER,COMMITTED,1,4,7 | line 2: 'NEW_ORDER,COMMITTED,1,4,7' does not have 7 fields",
        "NEW_ORDER,DONE,1,4,7,5,1 | Outcome.DONE",
        "NEW_ORDER,COMMITTED,1,4,x,5,1 | 'x' is no number of an order",
        "DELIVERY,COMMITTED,1,4,7,5,1 | a ledger is of New-Orders and Payments",
        "PAYMENT,COMMITTED,1,4,7,5,1 | '7' is no key of HISTORY in its district",
        "PAYMENT,COMMITTED,1,5,{H},5,1 | is no key of HISTORY in its district"
      })
  void whatIsNoLedgerIsRefused(String line, String message) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> claims(line))
        .withMessageContaining(message);
  }

  @Test
  void aFileOfSomethingElseIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("other"), "w,d\n1,2\n");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> LedgerClaims.read(List.of(file), Situation.ORIGIN.scale()))
        .withMessageContaining("other is no ledger");
  }

  private List<String> findings(String... lines) throws IOException {
    MemoryRows rows = SITUATION.rows();
    return MemoryCheck.run(SITUATION.layout(), Situation.ORIGIN, rows, rows, List.of(write(lines)))
        .stream()
        .filter(line -> !line.isPassed())
        .peek(line -> assertThat(line.condition()).isEqualTo(Condition.E8))
        .flatMap(line -> line.keys().stream())
        .toList();
  }

  private LedgerClaims claims(String... lines) throws IOException {
    return LedgerClaims.read(List.of(write(lines)), Situation.ORIGIN.scale());
  }

  private Path write(String... lines) throws IOException {
    Key other = Keys.history(1, 4, Situation.NOW, 9, 77);
    List<String> filled =
        Stream.of(lines)
            .map(line -> line.replace("{O}", Long.toString(O)).replace("{H}", H))
            .map(line -> line.replace("{G}", Bytes.toHex(other.bytes())))
            .map(line -> line.replace("{T}", Long.toString(Situation.NOW)))
            .toList();
    return Files.writeString(
        directory.resolve(Ledger.FILE), Ledger.HEADER + "\n" + String.join("\n", filled) + "\n");
  }
}
