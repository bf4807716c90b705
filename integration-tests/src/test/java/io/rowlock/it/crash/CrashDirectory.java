package io.rowlock.it.crash;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.rowlock.bench.kit.local.LocalCluster;
import io.rowlock.bench.kit.local.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a crash test keeps its cluster, ledgers and logs. Held as long as the test lasts. */
final class CrashDirectory implements AutoCloseable {

  /** In it, so that no directory of somebody else is ever emptied. */
  private static final String MARK = "crash-test.txt";

  private final Path path;
  private final ProcessLock lock;

  private CrashDirectory(Path path, ProcessLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Makes it, or empties one that an earlier test has left, which may have been killed, too. */
  static CrashDirectory take(Path path) throws IOException {
    Path mark = path.resolve(MARK);
    if (Files.exists(path) && Files.notExists(mark)) {
      throw new IOException(
          path + " is there, and not of an earlier crash test: choose another directory");
    }
    Files.createDirectories(path);
    ProcessLock lock = ProcessLock.take(mark, "Another crash test runs in " + path);
    try {
      empty(path, mark);
      CrashDirectory directory = new CrashDirectory(path, lock);
      Files.createDirectories(directory.clients());
      return directory;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void empty(Path path, Path mark) throws IOException {
    LocalCluster.killRemaining(path);
    for (Path child : MoreFiles.listFiles(path)) {
      if (!child.equals(mark)) {
        MoreFiles.deleteRecursively(child, RecursiveDeleteOption.ALLOW_INSECURE);
      }
    }
  }

  Path path() {
    return path;
  }

  /** For ledgers and logs of clients. */
  Path clients() {
    return path.resolve("clients");
  }

  /** Everything in it stays. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
