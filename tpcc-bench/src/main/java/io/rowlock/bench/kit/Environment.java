package io.rowlock.bench.kit;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/** The environment of a measurement; {@code commit} is null without a source tree. */
public record Environment(
    String date,
    int cores,
    long maxHeapMegabytes,
    String jdk,
    String os,
    String hbaseClient,
    Cluster.Facts cluster,
    @Nullable String commit) {

  public static Environment of(Cluster cluster) {
    Runtime runtime = Runtime.getRuntime();
    return new Environment(
        OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString(),
        runtime.availableProcessors(),
        runtime.maxMemory() >> 20,
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        VersionInfo.getVersion(),
        cluster.facts(),
        GitCommit.ofThisProgram());
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "HBase %s %s, %d region servers, client %s%n%s, %s, %d cores, heap %d MB, commit %s, %s",
        cluster.hbaseVersion(),
        cluster.where(),
        cluster.regionServers(),
        hbaseClient,
        jdk,
        os,
        cores,
        maxHeapMegabytes,
        commit == null ? "unknown" : commit,
        date);
  }

  /** The commit of the source tree that contains this program. */
  static final class GitCommit {
    private static final int PATIENCE_SECONDS = 10;

    private GitCommit() {}

    /** Returns null without git or without a source tree. */
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
}
