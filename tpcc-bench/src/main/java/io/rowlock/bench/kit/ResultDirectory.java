package io.rowlock.bench.kit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where results go. Files appear whole, under their names, only when all of them are written; those
 * of an earlier run stay as they are until then.
 */
public final class ResultDirectory {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path directory;
  private final Map<Path, Path> staged = new LinkedHashMap<>();

  private ResultDirectory(Path directory) {
    this.directory = directory;
  }

  /** Creates a missing directory; fails early if it is not writable. */
  public static ResultDirectory create(Path directory) throws IOException {
    Files.createDirectories(directory);
    if (!Files.isWritable(directory)) {
      throw new IOException(directory + " is not writable");
    }
    return new ResultDirectory(directory);
  }

  public static Path byDefault(String command) {
    return Path.of(
        "results", command + "-" + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP));
  }

  public Path path() {
    return directory;
  }

  public void stage(String name, byte[] content) throws IOException {
    Path temporary = directory.resolve("." + name + ".tmp");
    Files.write(temporary, content);
    staged.put(temporary, directory.resolve(name));
  }

  /** Stages indented JSON. */
  public void stageJson(String name, Object results) throws IOException {
    stage(name, JSON.writeValueAsBytes(results));
  }

  /** Deletes a file of an earlier run that this run does not replace. */
  public void remove(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  public void publish() throws IOException {
    for (Map.Entry<Path, Path> file : staged.entrySet()) {
      Files.move(
          file.getKey(),
          file.getValue(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
    staged.clear();
  }

  /** As {@link #publish()}; also prints the directory. */
  public void publish(PrintWriter out) throws IOException {
    publish();
    out.println("Results: " + this);
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
