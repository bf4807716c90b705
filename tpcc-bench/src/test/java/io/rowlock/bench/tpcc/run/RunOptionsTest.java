package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.RunPlan.Stretch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class RunOptionsTest {
  private static final Origin ORIGIN = new Origin(Scale.standard(1), 1, 100, 0);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mode fast              | 'fast' is none of tx, raw",
        "--profile fast           | 'fast' is none of spec, sysbench, warp",
        "--threads 0              | --threads must be from 1",
        "--time 0                 | Without --time there must be a --count",
        "--delivery later         | --delivery: 'later' is neither inline, queue nor queue:THREADS",
        "--backoff 5              | --backoff expects FIRST,MAX",
        "--backoff a,b            | For input string",
        "--clients 0              | --clients must be 1 to 100, not 0",
        "--clients 2 --threads 9000 | --clients times --threads must not be more than 10000",
        "--clients 3 --count 2    | --count: 2 are too few for 3 clients",
        "--rpc-delay -1           | --rpc-delay must be 0 to 10000, not -1",
        "--cold --clients 2       | --cold is of this process, not of --clients",
        "--clients 2              | needs a running HBase: give --quorum or --conf",
        "--threads 2              | needs a running HBase: give --quorum or --conf"
      })
  void wrongArgumentsAreUsageErrors(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine command = Bench.commandLine().setErr(new PrintWriter(err));
    assertThat(command.execute(("tpcc run " + arguments).split(" ", -1)))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void profileFillsInWhatOptionsDoNotSay() {
    assertThat(plan("--profile sysbench").options().threads).isEqualTo(2);
    assertThat(plan("--profile sysbench").stretch())
        .returns(1, Stretch::reportInterval)
        .returns(10_000L, Stretch::timeMillis)
        .returns(0, Stretch::deliveryThreads);
    assertThat(plan("--profile sysbench --delivery queue --threads 8").stretch())
        .returns(3, Stretch::deliveryThreads);
    assertThat(plan("--delivery queue:5").stretch()).returns(5, Stretch::deliveryThreads);
    assertThat(plan("--threads 8").stretch()).returns(3, Stretch::deliveryThreads);
    assertThat(plan("").stretch()).returns(10, Stretch::reportInterval);
    assertThat(plan("--count 5").stretch()).returns(0L, Stretch::timeMillis);
  }

  @Test
  void terminalsAreThoseOfAllClients() {
    assertThat(plan("--threads 3").terminals()).isEqualTo(3);
    assertThat(plan("--clients 4 --threads 3").terminals()).isEqualTo(12);
  }

  /** A client process gets all but the options, which it reads itself. */
  @Test
  void assignmentCarriesThePlan() throws IOException {
    RunPlan plan = plan("--clients 4 --threads 3 --time 2.5 --warmup 1");
    long before = System.nanoTime();
    Assignment own = Assignment.of(plan, plan.constants(ORIGIN), 7, null);
    ObjectMapper json = new ObjectMapper();
    Assignment assignment = json.readValue(json.writeValueAsString(own), Assignment.class);
    assertThat(assignment).isEqualTo(own);
    assertThat(assignment.stretch()).isEqualTo(plan.stretch());
    assertThat(assignment.ledgers()).isNull();
    assertThat(assignment.begin()).isGreaterThan(before);
  }

  @Test
  void constantOfTheRunObeysTheRule() {
    assertThat(Math.abs(plan("").constants(ORIGIN).last() - 100)).isBetween(65, 119);
  }

  static RunPlan plan(String arguments) {
    Some some = new Some();
    Label.readIn(new CommandLine(some))
        .parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1));
    return some.options.plan(Mode.TX, 1);
  }

  @Command
  private static final class Some {
    @Mixin private RunOptions options;
  }
}
