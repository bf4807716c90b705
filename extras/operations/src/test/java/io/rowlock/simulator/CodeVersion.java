package io.rowlock.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.mutation.ClassRoot;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.simulation.MemoryCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Identifies the code of a run: the compiled classes of the library, of its operations, and of both
 * modules' tests.
 */
final class CodeVersion {

  /** One class of each directory. */
  private static final List<Class<?>> RUN =
      List.of(LockProtocol.class, MemoryCluster.class, LockMaintenance.class, Simulation.class);

  private CodeVersion() {}

  /** Returns the same identifier for the same classes, in any directory. */
  static String current() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Class<?> one : RUN) {
        add(ClassRoot.of(one), digest);
      }
      return Bytes.toHex(digest.digest());
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("The classes that run cannot be read", e);
    }
  }

  private static void add(Path directory, MessageDigest digest) throws IOException {
    List<Path> classes;
    try (Stream<Path> files = Files.walk(directory)) {
      classes = files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
    for (Path file : classes) {
      digest.update(directory.relativize(file).toString().getBytes(UTF_8));
      digest.update(Files.readAllBytes(file));
    }
  }
}
