package io.rowlock.metrics;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Prints what the ratchet watches, and more that no limit holds: each room and module, the paths,
 * and the places of ideas. The paths of an earlier checkout are those that it recorded, because a
 * path is measured by running the code.
 */
final class RoomReport {

  private final Optional<Checkout> before;
  private final Checkout after;
  private final BeforeAndAfter tables;
  private final PrintStream out;

  RoomReport(Optional<Checkout> before, Checkout after, PrintStream out) {
    this.before = before;
    this.after = after;
    this.tables = new BeforeAndAfter(before.isPresent(), out);
    this.out = out;
  }

  void print() throws IOException {
    print("room", RoomSize.NAMES, RoomReport::rooms);
    print("module", RoomSize.NAMES, RoomReport::modules);
    print("public types of internals", List.of("types"), RoomReport::internals);
    print("idea", List.of("places", "files"), RoomReport::ideas);
    printPaths();
  }

  private void print(
      String subject, List<String> numbers, Function<Checkout, Map<String, List<Integer>>> count) {
    tables.print(
        Stream.concat(Stream.of(subject), numbers.stream()).toList(),
        before.map(count).orElse(Map.of()),
        count.apply(after));
  }

  private static Map<String, List<Integer>> rooms(Checkout checkout) {
    Map<String, List<Integer>> rooms = new TreeMap<>();
    checkout.rooms().forEach((name, size) -> rooms.put(name, size.values()));
    return rooms;
  }

  private static Map<String, List<Integer>> modules(Checkout checkout) {
    Map<String, List<Integer>> modules = new TreeMap<>();
    checkout.modules().forEach((name, tree) -> modules.put(name, RoomSize.of(tree).values()));
    return modules;
  }

  private static Map<String, List<Integer>> internals(Checkout checkout) {
    Map<String, List<Integer>> types = new TreeMap<>();
    checkout
        .modules()
        .forEach(
            (name, tree) -> {
              long internals = tree.publicTypes(type -> type.contains(".internal."));
              if (internals > 0) {
                types.put(name, List.of((int) internals));
              }
            });
    return types;
  }

  private static Map<String, List<Integer>> ideas(Checkout checkout) {
    return Ideas.count(checkout.codeOfCore());
  }

  private void printPaths() throws IOException {
    Map<String, List<Integer>> earlier = new TreeMap<>();
    if (before.isPresent()) {
      earlier.putAll(before.get().recorded().paths());
    }
    Map<String, List<Integer>> now = new TreeMap<>();
    Map<String, List<String>> paths = RequestPath.all();
    paths.forEach((name, classes) -> now.put(name, List.of(classes.size())));
    tables.print(List.of("path from TransactionManager.run", "classes"), earlier, now);
    out.println();
    paths.forEach((name, classes) -> out.println(name + ": " + simpleNames(classes)));
  }

  private static List<String> simpleNames(List<String> classes) {
    return classes.stream().map(name -> name.substring(name.lastIndexOf('.') + 1)).toList();
  }
}
