package io.rowlock.bench.kit.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.HistogramJson;
import io.rowlock.bench.kit.Label;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;

/**
 * A client process. It writes {@link #READY}, and then reads windows and writes shares, one JSON
 * object a line; it ends with its standard input, and so with its parent.
 */
final class ClientMain {
  static final String READY = "ready";
  static final ObjectMapper JSON = new ObjectMapper().registerModule(HistogramJson.module());

  private ClientMain() {}

  /**
   * Runs the client.
   *
   * @param arguments the class of the command, the file of the configuration, the number of the
   *     client, and the arguments of the command
   */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    PrintStream out = System.out;
    System.setOut(System.err); // only shares go to the parent
    ClientProgram program = program(arguments[0], List.of(arguments).subList(3, arguments.length));
    Configuration configuration = new Configuration(false);
    configuration.addResource(new Path(arguments[1]));
    try (Client<?, ?> client = program.openClient(configuration, Integer.parseInt(arguments[2]))) {
      serve(client, new BufferedReader(new InputStreamReader(System.in, UTF_8)), out);
    }
    System.exit(0); // threads of HBase's client may be left
  }

  private static ClientProgram program(String command, List<String> arguments)
      throws ReflectiveOperationException {
    var constructor = Class.forName(command).getDeclaredConstructor();
    ClientProgram program = (ClientProgram) constructor.newInstance();
    var unused = Label.readIn(new CommandLine(program)).parseArgs(arguments.toArray(String[]::new));
    return program;
  }

  private static <W> void serve(Client<W, ?> client, BufferedReader in, PrintStream out)
      throws IOException {
    out.println(READY);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      W window = JSON.readValue(line, client.windowType());
      out.println(JSON.writeValueAsString(client.run(window)));
    }
  }
}
