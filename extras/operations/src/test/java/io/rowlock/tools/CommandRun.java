package io.rowlock.tools;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** One run of the command line in this JVM, as a script would see it. */
public record CommandRun(int status, String out, String err) {

  /** Runs without a terminal. */
  public static CommandRun of(Configuration configuration, String... arguments) throws Exception {
    return answering(null, configuration, arguments);
  }

  /** Runs with a person at the terminal that answers every question with the same text. */
  public static CommandRun answering(
      String answer, Configuration configuration, String... arguments) throws Exception {
    return asking(question -> answer, configuration, arguments);
  }

  /** Runs with a person at the terminal that answers questions by the given function. */
  public static CommandRun asking(
      UnaryOperator<String> person, Configuration configuration, String... arguments)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = run(stream(out), stream(err), person, configuration, arguments);
    return new CommandRun(status, text(out), text(err));
  }

  /** Runs in a pipe whose reader goes away after some lines. */
  public static CommandRun readingOnly(int lines, Configuration configuration, String... arguments)
      throws Exception {
    ShortPipe out = new ShortPipe(lines);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = run(stream(out), stream(err), question -> null, configuration, arguments);
    return new CommandRun(status, out.text(), text(err));
  }

  private static int run(
      PrintStream out,
      PrintStream err,
      UnaryOperator<String> person,
      Configuration configuration,
      String... arguments)
      throws Exception {
    ProgressDisplay display = new ProgressDisplay(err, false, System::nanoTime);
    RowlockTool tool = new RowlockTool(out, new Terminal(out, err, person, false, display));
    return ToolRunner.run(new Configuration(configuration), tool, arguments);
  }

  private static PrintStream stream(OutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The JSON objects on the standard output. */
  public List<JsonObject> json() {
    return out.lines().map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
  }
}
