package io.rowlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * The results of a part of {@code scripts/bench all}.
 *
 * @param directory of all files
 * @param made how they were made; empty if the part was not measured yet
 * @param summary the figures; empty if the part has none in this format
 * @param pictures the names of their files
 */
record MeasuredFolder(
    BenchPart part, Path directory, JsonObject made, JsonObject summary, List<String> pictures) {
  static final String NOT_MEASURED = "not measured yet";

  /** Returns the folders of all parts. */
  static List<MeasuredFolder> all(Path root) throws IOException {
    List<MeasuredFolder> folders = new ArrayList<>();
    for (BenchPart part : BenchPart.read(root)) {
      folders.add(of(part, root.resolve("docs/benchmarks").resolve(part.name())));
    }
    return folders;
  }

  /** Without made.json nobody knows what made the other files. */
  private static MeasuredFolder of(BenchPart part, Path directory) throws IOException {
    JsonObject made = read(directory, "made.json");
    return made.size() == 0
        ? new MeasuredFolder(part, directory, made, new JsonObject(), List.of())
        : new MeasuredFolder(
            part,
            directory,
            made,
            read(directory, "summary.json", "modes.json", "run.json"),
            pictures(directory));
  }

  /** Returns the folder of a part. */
  static MeasuredFolder named(List<MeasuredFolder> folders, String name) {
    return folders.stream().filter(one -> one.part().name().equals(name)).findFirst().orElseThrow();
  }

  private static List<String> pictures(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".png"))
          .sorted()
          .toList();
    }
  }

  private static JsonObject read(Path directory, String... names) throws IOException {
    for (String name : names) {
      if (Files.exists(directory.resolve(name))) {
        String text = Files.readString(directory.resolve(name));
        return JsonParser.parseString(text).getAsJsonObject();
      }
    }
    return new JsonObject();
  }

  /** Returns another of the files. */
  String text(String file) {
    try {
      return Files.readString(directory.resolve(file));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  boolean isMeasured() {
    return made.size() > 0;
  }

  /** Returns the objects of an array of the figures; none if it is missing. */
  Stream<JsonObject> figures(String name) {
    return summary.has(name)
        ? summary.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject)
        : Stream.of();
  }

  /** Returns the name as a link; without one where nothing was measured. */
  String link(String benchmarks) {
    return isMeasured()
        ? "[%s](%s%s)".formatted(part.name(), benchmarks, part.name())
        : "`" + part.name() + "`";
  }

  /** Returns the command as a user types it. */
  String command() {
    String text = isMeasured() ? text(made, "command") : part.command();
    return "`" + text.replaceAll(" --out OUT(?= |$)", "").replace("CONF", "DIR") + "`";
  }

  /** Returns the date and the commit. */
  String origin() {
    return isMeasured()
        ? "%.10s, %.8s".formatted(text(made, "date"), text(made, "commit"))
        : NOT_MEASURED;
  }

  static String text(JsonObject object, String name) {
    return object.get(name).getAsString();
  }

  /**
   * Returns a median with the smallest and the largest round, and the mark of what is unsettled.
   */
  static String spread(String format, JsonObject holder, String name, double unit) {
    JsonObject spread = holder.getAsJsonObject(name);
    String[] numbers =
        Stream.of("median", "min", "max")
            .map(each -> String.format(Locale.ROOT, format, spread.get(each).getAsDouble() / unit))
            .toArray(String[]::new);
    return "%s (%s to %s)".formatted((Object[]) numbers) + (isSettled(holder) ? "" : " \\*");
  }

  /** Results of before the rule have no mark. */
  static boolean isSettled(JsonObject holder) {
    return !holder.has("settled") || holder.get("settled").getAsBoolean();
  }

  /** Returns the comparison of throughput of one mode with another. */
  Optional<JsonObject> ratio(String mode, String over) {
    return ratio(Map.of("mode", mode), over, "txPerSecond");
  }

  /** Returns the comparison of a series with another mode. */
  Optional<JsonObject> ratio(Map<String, Object> series, String over, String figure) {
    return figures("ratios")
        .filter(ratio -> text(ratio, "figure").equals(figure))
        .filter(ratio -> has(ratio.getAsJsonObject("series"), series))
        .filter(ratio -> text(ratio.getAsJsonObject("over"), "mode").equals(over))
        .findFirst();
  }

  /** Returns whether an object has these values. */
  static boolean has(JsonObject object, Map<String, Object> values) {
    return values.entrySet().stream()
        .allMatch(
            value ->
                object.has(value.getKey())
                    && text(object, value.getKey()).equals(value.getValue().toString()));
  }
}
