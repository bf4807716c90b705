package io.rowlock.bench.inserts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class InsertsCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--users 0        | --users must be 1 to 10000, not 0",
        "--servers 1,9    | --servers must be 1 to 8, not 9",
        "--replication 9  | --replication must be 0 to 8, not 9",
        "--presplit 0     | --presplit must be 1 to 256, not 0",
        "--time 0         | --time must be 1 to 3600, not 0",
        "--warmup -1      | --warmup must be 0 to 3600, not -1",
        "--rounds 0       | --rounds must be 1 to 1000, not 0",
        "--ids guid       | 'guid' is none of uuid, seq, seq-salted",
        "--mode 2pc       | '2pc' is none of raw, raw-batched, tx, tx-2row",
        "--quorum a:1 --peer | --peer and several --servers are for embedded clusters only",
      })
  void nonsenseIsAUsageErrorInOneSentence(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine commandLine = Bench.commandLine();
    commandLine.setErr(new PrintWriter(err));
    assertThat(commandLine.execute(("inserts " + arguments).split(" ")))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message).contains("Try 'bench inserts --help'");
  }
}
