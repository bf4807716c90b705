package io.rowlock.bench.ablation;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code bench ablation}, and its exit status. */
@Command(
    name = "ablation",
    description = {
      "Measures what each mechanism for speed brings: other benchmarks run with it and without it,"
          + " in turns.",
      "Servers and clients have processes of their own on this machine."
    },
    footerHeading = "%nWhat is measured:%n",
    footer = {
      "Mechanisms: combined-commits, shared-writes, hand-over,",
      "second-request (locks prefetched from servers from which no row is read).",
      "  profile     practical and worst-case, mode tx, 1 and 8 threads",
      "  transfer    the profile transfer, requests 1 ms later",
      "  contention  of two clients with 16 threads each",
      "  tpcc        a warehouse, layout onetable, one client with 8 threads",
      "  inserts     of one record, and of a record and an entry of an index",
      "  growth      one and two region servers with as many clients, 1 ms",
      "Each run is a process: 'bench COMMAND' with --rounds windows of --time seconds",
      "after --warmup. In a turn each part runs once with all mechanisms, and once",
      "without each of those that fired in its first run, in another order each turn.",
      "A mechanism that does not fire is not switched off: no evidence.",
      "Ratios: with the mechanism / without it, turn by turn; medians with min..max.",
      "Above 1 is better for throughput, below 1 for all others.",
      "Writes ablation.md, ablation.json and, in PART/turn-N/VARIANT, what the runs",
      "wrote. Runs that are in --out already are kept: a broken run goes on.",
      "If a mechanism fires that is off, the exit status is 3."
    })
public final class AblationCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OutputOptions output;
  @Mixin private Rounds rounds = new Rounds(20, 5, 2);

  @Option(
      names = "--mechanism",
      split = ",",
      paramLabel = "NAME",
      description = "Mechanisms to leave out, one at a time (default: all).")
  private List<String> mechanisms =
      Arrays.stream(Mechanism.values()).map(Mechanism::label).toList();

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description = "Parts to run (default: all).")
  private List<Part> parts = List.of(Part.values());

  @Option(
      names = "--turns",
      paramLabel = "N",
      description = "How often each variant runs (default: ${DEFAULT-VALUE}).")
  private int turns = 3;

  @Option(
      names = "--servers",
      paramLabel = "N",
      description = "Region servers of all parts but growth (default: ${DEFAULT-VALUE}).")
  private int servers = 2;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "For the servers; the files of an earlier run are deleted (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("target", "ablation");

  @Override
  public Integer call() throws IOException {
    List<Mechanism> chosen = Arguments.read(spec, this::check);
    ResultDirectory results = output.directory();
    PrintWriter out = spec.commandLine().getOut();
    Turns runs =
        new Turns(
            new Runs(spec.root().userObject().getClass()),
            rounds,
            turns,
            chosen,
            results.path(),
            spec.commandLine().getErr());
    List<Measured> measured = new Servers(servers, directory).run(parts, runs);
    AblationOutcome outcome =
        new AblationOutcome(
            spec.commandLine().getParseResult().originalArgs(),
            rounds,
            turns,
            Runtime.getRuntime().availableProcessors(),
            Comparison.of(measured, chosen),
            Measured.disagreements(measured));
    outcome.write(results);
    out.print(outcome.markdown());
    outcome.disagreements().forEach(one -> out.println("A CHECK FAILED: " + one));
    out.println("Results: " + results);
    return output.status(outcome.disagreements(), List.of());
  }

  private List<Mechanism> check() {
    rounds.check();
    Arguments.range("--turns", 1, 100, turns);
    Arguments.range("--servers", 1, 9, servers);
    parts = Arguments.distinct("--part", parts);
    return Arguments.distinct("--mechanism", mechanisms).stream().map(Mechanism::named).toList();
  }
}
