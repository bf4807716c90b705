package io.rowlock.it.crash;

import io.rowlock.TransactionManager;
import io.rowlock.local.JavaProcess;
import io.rowlock.tools.Rowlock;
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
    return new Version("this version", library(TransactionManager.class));
  }

  private static Path library(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Returns a program that finds this version, and no other one, on its class path. The jar of
   * another version contains the command line as well.
   */
  JavaProcess program(Class<?> main) {
    JavaProcess program = JavaProcess.of(main);
    Path here = ofThisProcess().library();
    return library.equals(here)
        ? program
        : program.replace(here, library).replace(library(Rowlock.class), library);
  }

  @Override
  public String toString() {
    return name + " in " + library;
  }
}
