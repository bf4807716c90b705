package io.rowlock.bench.micro.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.OutputOptions;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.CompilerProfiler;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Runs JMH with the user's arguments and quick defaults. */
@Command(
    name = "jmh",
    customSynopsis = "bench jmh [--out=DIR] [--quorum=... | --conf=DIR] [JMH ARGUMENTS]",
    description = {
      "JMH benchmarks: Client on the client alone, HBaseLockColumn and Profile on HBase.",
      "Without --quorum or --conf, on an embedded HBase in the JVM that starts JMH's.",
      "Arguments are JMH's own, for example: Client -f 1 -wi 1 -i 1; by default one fork, and for",
      "all but Profile two warm-up iterations and three measured ones of a second. Profile runs"
          + " the",
      "transactions of 'bench profile' after a minute of warm-up each; -p mode=raw,tx takes some"
          + " of",
      "its modes. -l lists the benchmarks. Results: a table, with the bytes that an operation",
      "allocates and the milliseconds of the compilers, and jmh.json in the result directory."
    })
public final class JmhCommand implements Callable<Integer> {
  /** One line for every benchmark: its time and its allocations. */
  private static final Table<RunResult> TABLE =
      new Table<RunResult>()
          .column("benchmark", -44, run -> shortName(run.getParams().getBenchmark()))
          .column("", -32, run -> parameters(run.getParams()))
          .number("score", 12, 3, run -> run.getPrimaryResult().getScore())
          .number("+-", 10, 3, run -> run.getPrimaryResult().getScoreError())
          .column("", -6, run -> run.getPrimaryResult().getScoreUnit())
          .column("p50", 10, run -> percentile(run, 50))
          .column("p95", 10, run -> percentile(run, 95))
          .column("bytes/op", 14, run -> secondary(run, "gc.alloc.rate.norm"))
          .column("compile ms", 12, run -> secondary(run, "compiler.time.profiled"));

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private OutputOptions output;
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    CommandLineOptions given = parse();
    cluster.check();
    List<String> names = names(given);
    if (names.isEmpty()) {
      throw Arguments.wrong(spec, "No benchmark is named so: " + given.getIncludes());
    }
    PrintWriter out = spec.commandLine().getOut();
    if (given.shouldList()) {
      names.forEach(out::println);
      return ExitStatus.GOOD;
    }
    ResultDirectory directory = output.directory();
    Collection<RunResult> results = run(given);
    TABLE.print("", results, out);
    directory.stage("jmh.json", json(results));
    directory.publish(out);
    return output.status(List.of(), List.of());
  }

  private CommandLineOptions parse() {
    try {
      return new CommandLineOptions(arguments.toArray(String[]::new));
    } catch (CommandLineOptionException e) {
      throw Arguments.wrong(spec, "JMH: " + e.getMessage());
    }
  }

  private Collection<RunResult> run(CommandLineOptions given) throws IOException {
    ChainedOptionsBuilder options = withDefaults(given);
    if (names(given).stream().noneMatch(JmhCommand::needsHBase)) {
      return run(options);
    }
    spec.commandLine().getErr().println("bench jmh: looking for HBase, or starting one...");
    Path site = Files.createTempFile("rowlock-bench-", "-site.xml");
    try (Cluster open = cluster.open()) {
      try (OutputStream file = Files.newOutputStream(site)) {
        open.configuration().writeXml(file);
      }
      return run(options.jvmArgsAppend("-D" + BenchmarkHBase.SITE + "=" + site));
    } finally {
      Files.deleteIfExists(site);
    }
  }

  private static boolean needsHBase(String benchmark) {
    return benchmark.contains("HBase") || benchmark.contains(ProfileBenchmark.class.getName());
  }

  private static Collection<RunResult> run(ChainedOptionsBuilder options) throws IOException {
    try {
      return new Runner(options.build()).run();
    } catch (RunnerException e) {
      throw new IOException("JMH failed: " + e.getMessage(), e);
    }
  }

  private static ChainedOptionsBuilder withDefaults(CommandLineOptions given) {
    return new OptionsBuilder()
        .parent(given)
        .shouldFailOnError(given.shouldFailOnError().orElse(true))
        .addProfiler(GCProfiler.class)
        .addProfiler(CompilerProfiler.class);
  }

  private static List<String> names(CommandLineOptions given) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    var silence = OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT);
    return BenchmarkList.defaultList()
        .find(silence, given.getIncludes(), given.getExcludes())
        .stream()
        .map(entry -> entry.getUsername())
        .toList();
  }

  /** Returns the results in JMH's format, without the paths of this machine. */
  private static byte[] json(Collection<RunResult> results) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream stream = new PrintStream(bytes, false, UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(results);
    }
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    JsonNode all = mapper.readTree(bytes.toByteArray());
    all.forEach(one -> ((ObjectNode) one).remove(List.of("jvm", "jvmArgs")));
    return mapper.writeValueAsBytes(all);
  }

  static String shortName(String benchmark) {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  private static String parameters(BenchmarkParams params) {
    return params.getParamsKeys().stream().map(params::getParam).collect(Collectors.joining(" "));
  }

  /** Of benchmarks that take a sample of single operations. */
  private static String percentile(RunResult run, double percentile) {
    return run.getParams().getMode() == Mode.SampleTime
        ? String.format(
            Locale.ROOT, "%.1f", run.getPrimaryResult().getStatistics().getPercentile(percentile))
        : "";
  }

  private static String secondary(RunResult run, String result) {
    for (String name : run.getSecondaryResults().keySet()) {
      if (name.endsWith(result)) {
        return String.format(Locale.ROOT, "%.0f", run.getSecondaryResults().get(name).getScore());
      }
    }
    return "";
  }
}
