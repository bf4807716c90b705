package io.rowlock.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.internal.protocol.LockProtocol;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Identifies the code of a run: the library's compiled classes, and the simulator's. */
final class CodeVersion {

  private CodeVersion() {}

  /** Returns the same identifier for the same classes, in any directory. */
  static String current() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Class<?> one : List.of(LockProtocol.class, Simulation.class)) {
        add(directoryOf(one), digest);
      }
      return HexFormat.of().formatHex(digest.digest());
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

  /** Returns the directory of the classes to which the given one belongs. */
  static Path directoryOf(Class<?> one) {
    String name = one.getName().replace('.', '/') + ".class";
    URL location = Objects.requireNonNull(one.getClassLoader().getResource(name));
    Path directory = Path.of(URI.create(location.toString()));
    for (int i = 0; i < Path.of(name).getNameCount(); i++) {
      directory = directory.getParent();
    }
    return directory;
  }
}
