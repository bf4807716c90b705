package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.Terminal.Home;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
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
        "--mix deck:0             | is neither deck, deck:SETS nor weights",
        "--mix weights:1,2        | is neither deck, deck:SETS nor weights",
        "--delivery later         | is neither inline, queue nor queue:THREADS",
        "--delivery-tx 5          | --delivery-tx must be 1 or 10",
        "--rate 5 --wait          | --rate and --wait exclude each other",
        "--terminals 5            | --terminals needs --wait",
        "--backoff 5              | --backoff expects FIRST,MAX",
        "--backoff a,b            | For input string",
        "--percentile 0           | --percentile must be from 1 to 100",
        "--home away              | 'away' is none of fixed, random, district",
        "--clients 0              | --clients must be 1 to 100, not 0",
        "--clients 2 --threads 9000 | --clients times --threads must not be more than 10000",
        "--clients 3 --count 2    | --count: 2 are too few for 3 clients",
        "--clients 3 --wait --terminals 2 | --terminals: 2 are too few for 3 clients",
        "--rpc-delay -1           | --rpc-delay must be 0 to 10000, not -1",
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
    assertThat(plan("--profile sysbench"))
        .returns(1, RunPlan::reportInterval)
        .returns(2, plan -> plan.options().threads)
        .returns(Duration.ofSeconds(10), RunPlan::time)
        .returns(DeliveryPlan.INLINE, RunPlan::delivery)
        .returns("weights:10,10,1,1,1", plan -> plan.options().mix().text());
    assertThat(plan("--profile sysbench --mix deck:2 --delivery queue:3 --report-interval 5"))
        .returns(5, RunPlan::reportInterval)
        .returns(new DeliveryPlan(3), RunPlan::delivery)
        .returns("deck:2", plan -> plan.options().mix().text());
    assertThat(plan("--profile warp")).returns(Home.DISTRICT, plan -> plan.options().home());
    assertThat(plan("--threads 8")).returns(new DeliveryPlan(3), RunPlan::delivery);
    assertThat(plan("--count 5")).returns(Duration.ZERO, RunPlan::time);
  }

  @Test
  void waitingTerminalsAreTenInEachWarehouse() {
    assertThat(plan("--wait --threads 3").terminals(Scale.standard(2))).isEqualTo(20);
    assertThat(plan("--wait --terminals 7").terminals(Scale.standard(2))).isEqualTo(7);
    assertThat(plan("--threads 3").terminals(Scale.standard(2))).isEqualTo(3);
  }

  @Test
  void terminalsAreThoseOfAllClients() {
    assertThat(plan("--clients 4 --threads 3").terminals(Scale.standard(2))).isEqualTo(12);
    assertThat(plan("--clients 4 --wait").terminals(Scale.standard(2))).isEqualTo(20);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> plan("--clients 21 --wait").terminals(Scale.standard(2)))
        .withMessageContaining("20 are too few for 21 clients");
  }

  /** A client process gets all but the options, which it reads itself. */
  @Test
  void assignmentCarriesThePlan() throws IOException {
    RunPlan plan = plan("--clients 4 --threads 3 --time 2.5 --warmup 1 --report-interval 5");
    long before = System.nanoTime();
    Assignment own = Assignment.of(plan, plan.constants(ORIGIN), 7, null);
    ObjectMapper json = new ObjectMapper();
    Assignment assignment = json.readValue(json.writeValueAsString(own), Assignment.class);
    assertThat(assignment).isEqualTo(own);
    assertThat(assignment.plan(plan.options())).isEqualTo(plan);
    assertThat(assignment.ledgers()).isNull();
    assertThat(assignment.begin()).isGreaterThan(before);
  }

  @Test
  void constantOfTheRunObeysTheRule() {
    assertThat(plan("--c-run 165").constants(ORIGIN).last()).isEqualTo(165);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> plan("--c-run 164").constants(ORIGIN))
        .withMessageContaining("--c-run 164 must not be used");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> plan("--c-run 196").constants(ORIGIN));
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
