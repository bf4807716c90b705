package io.rowlock.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The main sources of all modules of a checkout, by their directory.
 *
 * @param modules those that have any
 */
record Checkout(Path root, SortedMap<String, SourceTree> modules) {

  static final String RATCHET = "core/src/test/resources/io/rowlock/metrics/ratchet.txt";

  static Checkout read(Path root) throws IOException {
    SortedMap<String, SourceTree> modules = new TreeMap<>();
    for (Path module : modules(root)) {
      Path sources = module.resolve("src/main/java");
      if (Files.isDirectory(sources)) {
        modules.put(root.relativize(module).toString(), SourceTree.read(sources));
      }
    }
    return new Checkout(root, modules);
  }

  /** Returns the directories of all modules that have sources, tests only included. */
  static List<Path> modules(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root, 3)) {
      return all.filter(file -> file.getFileName().toString().equals("pom.xml"))
          .map(Path::getParent)
          .filter(module -> Files.isDirectory(module.resolve("src")))
          .sorted()
          .toList();
    }
  }

  /** Returns the sizes of the rooms of all modules, by module and package. */
  SortedMap<String, RoomSize> rooms() {
    SortedMap<String, RoomSize> rooms = new TreeMap<>();
    modules.forEach(
        (module, tree) ->
            tree.rooms()
                .forEach((room, files) -> rooms.put(module + ":" + room, RoomSize.of(files))));
    return rooms;
  }

  /** Returns what the ratchet compares, except paths. */
  Ratchet sizes() {
    Ratchet sizes = new Ratchet();
    modules.forEach((module, tree) -> sizes.put("module " + module, "code", tree.codeLines()));
    rooms()
        .forEach(
            (name, size) -> {
              String key = "room " + name;
              sizes.put(key, "files", size.files());
              sizes.put(key, "file", size.file());
              sizes.put(key, "method", size.method());
              sizes.put(key, "constructor", size.constructor());
              sizes.put(key, "record", size.components());
            });
    return sizes;
  }

  /** Returns what the checkout has recorded; nothing if it is older than the ratchet. */
  Ratchet recorded() throws IOException {
    Path file = root.resolve(RATCHET);
    return Files.exists(file) ? Ratchet.parse(Files.readString(file)) : new Ratchet();
  }

  /** Returns the texts of core's main sources without comments. */
  List<String> codeOfCore() {
    try (Stream<Path> all = Files.walk(root.resolve("core/src/main/java"))) {
      return all.filter(file -> file.toString().endsWith(".java")).map(Checkout::code).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String code(Path file) {
    try {
      return Comments.blanked(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
