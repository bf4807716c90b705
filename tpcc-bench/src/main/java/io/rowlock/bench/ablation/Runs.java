package io.rowlock.bench.ablation;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.local.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs commands of this program in JVMs of their own: what one variant has compiled is not the code
 * of another one.
 *
 * @param program the class with the main method
 */
record Runs(Class<?> program) {

  /**
   * Runs a command, which must succeed.
   *
   * @param directory gets its output and its log
   */
  void run(Variant variant, List<String> arguments, Path directory) throws IOException {
    Files.createDirectories(directory);
    Path output = directory.resolve("output.txt");
    Process process =
        JavaProcess.of(program)
            .serverFlags()
            .flags(variant.flag())
            .log(directory.resolve("bench.log"))
            .arguments(arguments)
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException("%s ended with %d, see %s".formatted(arguments, status, output));
      }
    } catch (InterruptedException e) {
      throw Interruption.of(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
