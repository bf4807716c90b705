package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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

  /**
   * How the tables lay, by their names.
   *
   * @param before regions of each table before the run
   * @param after the same after it
   * @param peers clusters that HBase replicates to
   */
  public record Regions(
      Map<String, Integer> before, Map<String, Integer> after, List<String> peers) {}

  /**
   * What reached region servers in the measured time.
   *
   * @param rpcs requests by their kinds
   * @param rpcsPerTransaction by completed business transactions
   * @param rowMutationsPerTransaction rows written, and locks with them, each time
   * @param expectedRpcs in this mode, by counting; 0 when nobody has counted
   * @param expectedRowMutations the same
   * @param library Rowlock's own counters; empty in other modes
   */
  public record Requests(
      Map<String, Long> rpcs,
      double rpcsPerTransaction,
      double rowMutationsPerTransaction,
      double expectedRpcs,
      double expectedRowMutations,
      Map<String, Long> library) {}

  /**
   * What became of Deliveries queued by the end of the measured time, the warm-up included.
   *
   * @param waiting at the end of the measured time: much of it means that terminals were answered
   *     faster than the work was done
   * @param completed without a failure, until all were tried
   * @param latency of those queued and done in the measured time, from the queueing to the end
   * @param withinLimit those of {@code latency} that took no longer than 80 s
   * @param skipped Deliveries that found no order in one district at least
   * @param skippedDistricts districts without an order, all together
   */
  public record Deliveries(
      long queued,
      long waiting,
      long completed,
      long failed,
      Latency latency,
      long withinLimit,
      long skipped,
      long skippedDistricts,
      long orders) {}
}
