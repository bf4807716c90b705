package io.rowlock;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A checkout with the real {@code scripts/bench-all}; other scripts note that they ran. */
final class BenchCheckout {
  private static final int PATIENCE_SECONDS = 60;

  private final Path root;

  /** How the script has ended. */
  record Run(int status, String text) {}

  BenchCheckout(Path root) throws Exception {
    this.root = root;
    Files.createDirectories(root.resolve("scripts"));
    Files.copy(
        Path.of("../../scripts/bench-all"),
        root.resolve("scripts/bench-all"),
        StandardCopyOption.COPY_ATTRIBUTES);
    script(
        "bench",
        "out=\"${@: -1}\"; echo \"{\\\"arguments\\\": \\\"$*\\\"}\" >\"$out/summary.json\"; touch \"$out/report.html\"");
    script("hbase-local", "true");
    write("pom.xml", "<hbase.version>9</hbase.version>\n");
    load("0.00");
    git("init", "--quiet");
    commit(".gitignore", "runs.txt\nload.txt\ntarget/\n");
  }

  private void script(String name, String body) throws IOException {
    Path script = root.resolve("scripts/" + name);
    Files.writeString(script, "#!/bin/bash\n" + body + "\necho \"$*\" >>" + root + "/runs.txt\n");
    if (!script.toFile().setExecutable(true)) {
      throw new IOException(script + " cannot be executed");
    }
  }

  Path root() {
    return root;
  }

  void parts(String... lines) throws IOException {
    write("scripts/bench-all.parts", "# a comment\n" + String.join("\n", lines) + "\n");
  }

  void load(String load) throws IOException {
    write("load.txt", load + " 1.00 1.00 1/100 1\n");
  }

  void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  void commit(String file, String text) throws Exception {
    write(file, text);
    git("add", "--all");
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "-m", "Change");
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Run run = end(start(command));
    if (run.status() != 0) {
      throw new IOException(command + ": " + run.text());
    }
  }

  /** Runs it to its end. */
  Run all(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("scripts/bench-all"));
    command.addAll(List.of(options));
    return end(start(command));
  }

  /** Ends it as Ctrl-C does when the first command has written its results. */
  Run stopAfterFirstRun() throws Exception {
    Process process = start(List.of("scripts/bench-all"));
    while (process.isAlive() && runs().stream().noneMatch(line -> line.startsWith("one"))) {
      Thread.sleep(20);
    }
    // Not the process's own method, which also closes its output.
    process.toHandle().destroy();
    return end(process);
  }

  private Process start(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
    builder.environment().put("ROWLOCK_LOADAVG", root.resolve("load.txt").toString());
    return builder.start();
  }

  private static Run end(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("It does not end: " + text);
    }
    return new Run(process.exitValue(), text);
  }

  /** Returns the arguments of the commands and of the servers' script, in their order. */
  List<String> runs() throws IOException {
    Path runs = root.resolve("runs.txt");
    return Files.exists(runs) ? Files.readAllLines(runs) : List.of();
  }

  String result(String file) throws IOException {
    return Files.readString(root.resolve("docs/benchmarks").resolve(file));
  }

  /** Returns the names of all files of results. */
  List<String> results() throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve("docs/benchmarks"))) {
      return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
    }
  }
}
