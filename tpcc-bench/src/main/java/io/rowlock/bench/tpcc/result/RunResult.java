package io.rowlock.bench.tpcc.result;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.measure.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code run.json}: all that is needed to repeat a run, and to compare it with another.
 *
 * @param format of this file
 * @param intervals without the warm-up
 * @param ops classes of operations, for {@code ops.csv}
 */
public record RunResult(
    int format,
    Settings settings,
    Environment environment,
    Regions regions,
    Totals totals,
    List<TypeResult> types,
    Deliveries deliveries,
    Requests requests,
    List<Interval> intervals,
    List<Constraint> constraints,
    List<OperationClass> ops) {

  public static final String FILE = "run.json";

  /** To be raised when what is written changes so that older readers cannot read it. */
  public static final int FORMAT = 1;

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

  /** What a run has left in a directory. */
  public static RunResult read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.isReadable(file)) {
      throw new IOException("There is no readable " + FILE + " in " + directory);
    }
    try {
      JsonNode tree = MAPPER.readTree(Files.readAllBytes(file));
      int format = tree.path("format").asInt();
      if (format != FORMAT) {
        throw new IOException("it has the format %d, not %d".formatted(format, FORMAT));
      }
      return MAPPER.treeToValue(tree, RunResult.class);
    } catch (IOException e) {
      throw new IOException(file + " is no result of bench tpcc: " + e.getMessage(), e);
    }
  }

  /** The same with classes of operations. */
  public RunResult with(List<OperationClass> classes) {
    return new RunResult(
        format,
        settings,
        environment,
        regions,
        totals,
        types,
        deliveries,
        requests,
        intervals,
        constraints,
        List.copyOf(classes));
  }
}
