package io.rowlock.it.acid;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.ResultDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
      "A commit that is one request has only SP0 and SP5; ABSENT means that T1 did not",
      "pass a point. Where T1 is to end without a commit, it rolls back at SP0, and its",
      "client dies at SP1 to SP3. In modes without transactions T1 is stopped before",
      "its first (SP0), second (SP1), fourth (SP2) and sixth request that writes (SP3)."
    })
public final class AcidCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private AcidPlan plan;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    Arguments.check(spec, plan::check);
    ResultDirectory directory = output.directory();
    PrintWriter out = spec.commandLine().getOut();
    AcidResult result = new AcidRun(plan, out, spec.commandLine().getErr(), directory.path()).run();
    out.println(result.summary());
    directory.stageJson("acid.json", result);
    directory.publish(out);
    return result.failed() > 0 ? ExitStatus.CHECK_FAILED : ExitStatus.GOOD;
  }
}
