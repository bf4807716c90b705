package io.rowlock.it.crash;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.rowlock.bench.kit.local.LocalCluster;
import io.rowlock.bench.kit.local.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory of a crash test's cluster, histories and logs; locked during the test. */
final class CrashDirectory implements AutoCloseable {

  /** A file that marks directories of crash tests, so that no other directory is ever emptied. */
  private static final String MARK = "crash-test.txt";

  private final Path path;
  private final ProcessLock lock;

  private CrashDirectory(Path path, ProcessLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Creates the directory, or empties one of an earlier test, which may have been killed. */
  static CrashDirectory take(Path path) throws IOException {
    Path mark = path.resolve(MARK);
    if (Files.exists(path) && Files.notExists(mark)) {
      throw new IOException(
          path
              + " exists and is not the directory of an earlier crash test: choose another"
              + " directory");
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

  /** The directory of the clients' histories and logs. */
  Path clients() {
    return path.resolve("clients");
  }

  /** Releases the lock, and deletes nothing. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
