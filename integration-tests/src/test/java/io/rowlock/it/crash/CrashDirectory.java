package io.rowlock.it.crash;

import io.rowlock.local.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;

/** The directory of a crash test's cluster, histories and logs; locked during the test. */
record CrashDirectory(RunDirectory directory, Path clients) implements AutoCloseable {

  /** Creates the directory, or empties one of an earlier test, which may have been killed. */
  static CrashDirectory take(Path path) throws IOException {
    RunDirectory directory = RunDirectory.take(path, "crash test");
    return new CrashDirectory(directory, directory.create("clients"));
  }

  Path path() {
    return directory.path();
  }

  /** Releases the lock, and deletes nothing. */
  @Override
  public void close() throws IOException {
    directory.close();
  }
}
