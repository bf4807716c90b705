package io.rowlock.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The command line of the examples; {@code scripts/example} runs it. */
@Command(
    name = "example",
    description = {
      "Runs one of the examples, on an embedded HBase or on your cluster; lists them without NAME.",
      "Its tables are called rowlock_example_...; those of an earlier run are dropped first."
    },
    mixinStandardHelpOptions = true,
    version = "example 1",
    exitCodeOnInvalidInput = Examples.USAGE,
    exitCodeListHeading = "%nExit statuses:%n",
    exitCodeList = {"0:good", "1:usage error", "2:failed"})
public final class Examples implements Callable<Integer> {

  static final int GOOD = 0;
  static final int USAGE = 1;
  static final int FAILED = 2;

  private final PrintWriter out;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Which one.",
      converter = Named.class)
  private @Nullable Example example;

  @Mixin private ClusterOptions where = new ClusterOptions();

  private Examples(PrintWriter out) {
    this.out = out;
  }

  public static void main(String[] arguments) {
    int status = commandLine(new PrintWriter(System.out, true, UTF_8)).execute(arguments);
    // Not a plain return: HBase's servers leave threads behind that would keep the JVM alive.
    System.exit(status);
  }

  static CommandLine commandLine(PrintWriter out) {
    return new CommandLine(new Examples(out))
        .setOut(out)
        .setParameterExceptionHandler(Examples::explain)
        .setExecutionExceptionHandler(Examples::fail);
  }

  @Override
  public Integer call() throws Exception {
    where.check();
    if (example == null) {
      Example.ALL.forEach(each -> out.printf("%-10s %s%n", each.name(), each.purpose()));
      out.flush();
      return GOOD;
    }
    try (Cluster cluster = where.open();
        Connection connection = ConnectionFactory.createConnection(cluster.configuration())) {
      example.program().main(connection, out);
      out.flush();
    }
    return GOOD;
  }

  private static int explain(CommandLine.ParameterException wrong, String[] arguments) {
    PrintWriter err = wrong.getCommandLine().getErr();
    err.println("example: " + wrong.getMessage());
    err.println("Without a name it lists the examples; 'example --help' tells the rest.");
    err.flush();
    return USAGE;
  }

  /** Prints one sentence, and the stack trace behind it. */
  private static int fail(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    command.getErr().println("example: it failed: " + failure.getMessage());
    failure.printStackTrace(command.getErr());
    command.getErr().flush();
    return FAILED;
  }

  /** Finds an example by its name. */
  static final class Named implements ITypeConverter<Example> {
    @Override
    public Example convert(String name) {
      return Example.named(name)
          .orElseThrow(() -> new TypeConversionException("there is no example '" + name + "'"));
    }
  }
}
