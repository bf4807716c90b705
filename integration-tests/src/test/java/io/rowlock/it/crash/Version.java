package io.rowlock.it.crash;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.JavaProcess;
import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * A version of the library that a client uses.
 *
 * @param name for messages
 * @param library a jar, or a directory of classes
 */
record Version(String name, Path library) {

  /** Returns the version on the class path of this process. */
  static Version ofThisProcess() {
    try {
      Path library =
          Path.of(
              TransactionManager.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new Version("this version", library);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Returns a program that finds this version, and no other one, on its class path. */
  JavaProcess program(Class<?> main) {
    return JavaProcess.of(main).replace(ofThisProcess().library(), library);
  }

  @Override
  public String toString() {
    return name + " in " + library;
  }
}
