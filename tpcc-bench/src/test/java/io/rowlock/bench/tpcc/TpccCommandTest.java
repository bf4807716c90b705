package io.rowlock.bench.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TpccCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tpcc prepare | needs a running HBase: give --quorum or --conf",
        "tpcc check | needs a running HBase: give --quorum or --conf",
        "tpcc check --quorum localhost:1 --threads 0 | --threads must be at least 1, not 0",
        "tpcc check --quorum localhost:1 --out /dev/null/x | --out: cannot write to",
        "tpcc cleanup | needs a running HBase: give --quorum or --conf",
        "tpcc prepare --quorum localhost:1 --warehouses 0 | warehouses must be from 1 to",
        "tpcc prepare --quorum localhost:1 --customers 7 | customers must be from 30 to 3000, not"
            + " 7",
        "tpcc prepare --quorum localhost:1 --layout flat | There is no layout 'flat'",
        "tpcc prepare --quorum localhost:1 --loaders 0 | --loaders must be at least 1, not 0"
      })
  void wrongArgumentsAreUsageErrors(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine bench = Bench.commandLine().setErr(new PrintWriter(err));
    assertThat(bench.execute(arguments.split(" ", -1))).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message);
  }
}
