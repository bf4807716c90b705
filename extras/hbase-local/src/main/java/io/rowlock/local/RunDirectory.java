package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hbase.thirdparty.com.google.common.io.MoreFiles;
import org.apache.hbase.thirdparty.com.google.common.io.RecursiveDeleteOption;

/**
 * The directory of a run with a cluster of its own; emptied at first, and locked during the run.
 */
public final class RunDirectory implements AutoCloseable {

  private final Path path;
  private final ProcessLock lock;

  private RunDirectory(Path path, ProcessLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates the directory, or empties one of an earlier run, which may have been killed.
   *
   * @param kind such as "crash test"; a file named by it marks directories of such runs, so that no
   *     other directory is ever emptied
   */
  public static RunDirectory take(Path path, String kind) throws IOException {
    Path mark = path.resolve(kind.replace(' ', '-') + ".txt");
    if (Files.exists(path) && Files.notExists(mark)) {
      throw new IOException(
          "%s exists and is not the directory of an earlier %s: choose another directory"
              .formatted(path, kind));
    }
    Files.createDirectories(path);
    ProcessLock lock = ProcessLock.take(mark, "Another " + kind + " runs in " + path);
    try {
      empty(path, mark);
      return new RunDirectory(path, lock);
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

  public Path path() {
    return path;
  }

  /** Creates a directory in it. */
  public Path create(String name) throws IOException {
    return Files.createDirectories(path.resolve(name));
  }

  /** Releases the lock, and deletes nothing. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
