package io.rowlock.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The commit of the source tree that this program lies in. */
final class GitCommit {
  private static final int PATIENCE_SECONDS = 10;

  private GitCommit() {}

  /** Null when there is no git, or no source tree around. */
  static @Nullable String ofThisProgram() {
    try {
      Path program =
          Path.of(GitCommit.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return describe(program.resolveSibling(""));
    } catch (IOException | URISyntaxException | SecurityException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static @Nullable String describe(Path directory)
      throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader reader = git.inputReader(StandardCharsets.UTF_8)) {
      String commit = reader.readLine();
      boolean ended = git.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return ended && git.exitValue() == 0 ? commit : null;
    } finally {
      git.destroy();
    }
  }
}
