package io.rowlock.metrics;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Prints the sizes, the package circles and the English of a checkout of this project. */
public final class CodeMetrics {

  private CodeMetrics() {}

  /**
   * Prints the metrics. Exit status 1 if {@code --update} finds a number that has grown.
   *
   * @param arguments the root of the checkout, and {@code --against} with that of an earlier one to
   *     compare with, or {@code --update} to lower its limits instead
   */
  public static void main(String[] arguments) throws IOException {
    List<String> options =
        List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
    if (arguments.length == 1) {
      print(read(arguments[0]), Optional.empty());
    } else if (options.size() == 2 && options.get(0).equals("--against")) {
      print(read(arguments[0]), Optional.of(read(options.get(1))));
    } else if (options.equals(List.of("--update"))) {
      System.exit(update(read(arguments[0]), System.out) ? 0 : 1);
    } else {
      System.err.println("Usage: CodeMetrics ROOT [--update | --against ROOT]");
      System.exit(2);
    }
    System.exit(0); // whatever threads the paths have left
  }

  private static Checkout read(String root) throws IOException {
    return Checkout.read(Path.of(root).toAbsolutePath().normalize());
  }

  private static void print(Checkout checkout, Optional<Checkout> before) throws IOException {
    new ModuleReport(checkout, System.out).print();
    new EnglishReport(checkout.root(), System.out).print();
    new RoomReport(before, checkout, System.out).print();
  }

  /** Lowers the recorded limits; prints what is left above them, and returns false if there is. */
  private static boolean update(Checkout checkout, PrintStream out) throws IOException {
    Ratchet measured = Ratchet.measure(checkout);
    Ratchet lowered = checkout.recorded().lowered(measured);
    Files.writeString(checkout.root().resolve(Checkout.RATCHET), lowered.text());
    List<String> grown = lowered.flaws(measured);
    grown.forEach(out::println);
    return grown.isEmpty();
  }
}
