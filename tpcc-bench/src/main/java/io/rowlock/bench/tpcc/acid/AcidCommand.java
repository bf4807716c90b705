package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.acid.AcidRun.AcidPlan;
import io.rowlock.bench.tpcc.acid.AcidRun.AcidPlan.Property;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench tpcc acid}. */
@Command(
    name = "acid",
    description = {
      "Tests atomicity, isolation and durability (clause 3) on an embedded HBase, whose servers it"
          + " kills. Consistency is what check is for.",
      "It is about what is right, not about speed: by default at a small scale."
    },
    footerHeading = "%nStop points of T1, at which T2 comes:%n",
    footer = {
      "  SPR  between its reads",
      "  SP0  before it locks a row",
      "  SP1  when only the first of its regions is locked",
      "  SP2  when all its rows are locked",
      "  SP3  when what it has read is validated",
      "  SP4  when its primary is committed",
      "  SP5  when all its rows are stable",
      "A commit that is one request has only SP0 and SP5; ABSENT says that T1 did not",
      "pass a point. Where T1 is to end without a commit, it rolls back at SP0, and its",
      "client dies at SP1 to SP3. In modes without transactions T1 is stopped before",
      "its first (SP0), second (SP1), fourth (SP2) and sixth request that writes (SP3)."
    })
public final class AcidCommand implements Callable<Integer> {
  private static final String BOTH = "both";

  @Spec private CommandSpec spec;

  @Option(
      names = "--layout",
      paramLabel = "NAME",
      defaultValue = BOTH,
      description = "both, normalized or onetable (default: ${DEFAULT-VALUE}).")
  private String layout = BOTH;

  @Option(
      names = "--tests",
      paramLabel = "NAMES",
      split = ",",
      description = "Some of atomicity,isolation,durability (default: all).")
  private List<Property> tests = List.of(Property.values());

  @Option(
      names = "--mode",
      paramLabel = "NAME",
      defaultValue = "tx",
      description =
          "tx; or raw-batched and other modes without transactions, to see that the tests can fail"
              + " (default: ${DEFAULT-VALUE}).")
  private Mode mode = Mode.TX;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "How long clients work, and are killed, in the durability test; the specification has at"
              + " least 300 (default: ${DEFAULT-VALUE}).")
  private int time;

  @Option(
      names = {"--warehouses", "-w"},
      paramLabel = "N",
      defaultValue = "2",
      description = "At least 2, so that there are remote rows (default: ${DEFAULT-VALUE}).")
  private int warehouses;

  @Option(
      names = "--items",
      paramLabel = "N",
      defaultValue = "200",
      description = "The standard scale has 100000 (default: ${DEFAULT-VALUE}).")
  private int items;

  @Option(
      names = "--customers",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Of each district, and orders it is loaded with; the standard scale has 3000 (default:"
              + " ${DEFAULT-VALUE}).")
  private int customers;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of which the population is a function (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Region servers of the embedded HBase (default: ${DEFAULT-VALUE}).")
  private int regionServers;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    AcidPlan plan = plan();
    ResultDirectory directory = output.directory();
    PrintWriter out = spec.commandLine().getOut();
    AcidResult result = new AcidRun(plan, out, spec.commandLine().getErr(), directory.path()).run();
    out.println(result.summary());
    directory.stageJson("acid.json", result);
    directory.publish();
    out.println("Results: " + directory);
    return result.failed() > 0 ? ExitStatus.CHECK_FAILED : ExitStatus.GOOD;
  }

  private AcidPlan plan() {
    return Arguments.read(
        spec,
        () -> {
          Arguments.require(
              warehouses >= 2 && time >= 1 && regionServers >= 1,
              "--warehouses must be at least 2, --time and --region-servers at least 1");
          Arguments.require(mode != Mode.TWO_PHASE, "--mode: there are no stop points for " + mode);
          return new AcidPlan(
              mode,
              layout.equals(BOTH) ? Layout.all() : List.of(Layout.named(layout)),
              EnumSet.copyOf(tests),
              new Scale(warehouses, items, customers),
              seed,
              regionServers,
              List.of(StopPoint.values()),
              Duration.ofSeconds(time));
        });
  }
}
