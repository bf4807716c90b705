package io.rowlock.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.common.collect.Sets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rooms of the benchmarks: {@code kit} uses none of the others; {@code micro}, {@code inserts}
 * and {@code tpcc} use the kit and not each other, and so does {@code ablation}, which starts them
 * as processes; the program uses all of them.
 */
class PackageArrowsTest {

  private static final String ROOT = "io.rowlock.bench";

  /** A package may use those named here, below {@link #ROOT}, and itself. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("kit", Set.of()),
          Map.entry("kit.clients", Set.of("kit")),
          Map.entry("ablation", Set.of("kit")),
          Map.entry("inserts", Set.of("kit", "kit.clients")),
          Map.entry("micro.profile", Set.of("kit", "kit.clients")),
          Map.entry("micro.contention", Set.of("kit", "kit.clients")),
          Map.entry("micro.scale", Set.of("kit")),
          Map.entry("micro.jmh", Set.of("kit", "micro.profile")),
          Map.entry("tpcc.layout", Set.of()),
          Map.entry("tpcc.access", Set.of("kit", "tpcc.layout")),
          Map.entry("tpcc.population", Set.of("kit", "tpcc.layout", "tpcc.access")),
          Map.entry("tpcc.business", upTo("tpcc.population")),
          Map.entry("tpcc.check", upTo("tpcc.business")),
          Map.entry("tpcc.report", upTo("tpcc.check")),
          Map.entry("tpcc.run", withClients(upTo("tpcc.report"))),
          Map.entry("tpcc", withClients(upTo("tpcc.run"))));

  private static final Pattern DEPENDENCY = Pattern.compile("(?m)^ +(\\S+) +-> (\\S+)");

  /** One class using another. */
  private record Use(String user, String used) {}

  @Test
  void mainClassesFollowTheArrows() {
    Set<Use> uses = uses(mainClasses());
    assertThat(uses).hasSizeGreaterThan(100);
    assertThat(violations(uses)).isEmpty();
  }

  @Test
  void everyPackageOfTheRulesExists() {
    Set<String> packages =
        uses(mainClasses()).stream().map(use -> room(use.user())).collect(Collectors.toSet());
    assertThat(packages).containsAll(ALLOWED.keySet());
  }

  @Test
  void noPackagesUseEachOtherInACircle() {
    ALLOWED.forEach(
        (user, used) ->
            assertThat(used.stream().filter(other -> allowed(other).contains(user)))
                .as(user)
                .isEmpty());
  }

  @Test
  void arrowOutOfTheKitIsFound(@TempDir Path directory) throws IOException {
    Path planted =
        compile(
            directory,
            "package " + ROOT + ".kit; class Planted { " + ROOT + ".micro.scale.ScaleCommand x; }");
    assertThat(violations(uses(planted)))
        .containsExactly(new Use(ROOT + ".kit.Planted", ROOT + ".micro.scale.ScaleCommand"));
  }

  @Test
  void packageWithoutARuleIsFound(@TempDir Path directory) throws IOException {
    Path planted =
        compile(
            directory, "package " + ROOT + ".other; class Planted { " + ROOT + ".kit.Spread x; }");
    assertThat(violations(uses(planted)))
        .containsExactly(new Use(ROOT + ".other.Planted", ROOT + ".kit.Spread"));
  }

  private static Set<String> upTo(String last) {
    List<String> layers =
        List.of(
            "kit",
            "tpcc.layout",
            "tpcc.access",
            "tpcc.population",
            "tpcc.business",
            "tpcc.check",
            "tpcc.report",
            "tpcc.run");
    return Set.copyOf(layers.subList(0, layers.indexOf(last) + 1));
  }

  /** These, and client processes. */
  private static Set<String> withClients(Set<String> rooms) {
    return Sets.union(rooms, Set.of("kit.clients"));
  }

  /** What a package may use, directly or through others. */
  private static Set<String> allowed(String room) {
    Set<String> all = new HashSet<>();
    for (String used : ALLOWED.getOrDefault(room, Set.of())) {
      all.add(used);
      all.addAll(allowed(used));
    }
    return all;
  }

  private static List<Use> violations(Set<Use> uses) {
    return uses.stream().filter(use -> !isAllowed(room(use.user()), room(use.used()))).toList();
  }

  private static boolean isAllowed(String from, String to) {
    boolean isProgram = from.isEmpty();
    return isProgram || from.equals(to) || ALLOWED.getOrDefault(from, Set.of()).contains(to);
  }

  /** The package of a class, below {@link #ROOT}. */
  private static String room(String className) {
    String packageName = className.substring(0, className.lastIndexOf('.'));
    return packageName.equals(ROOT) ? "" : packageName.substring(ROOT.length() + 1);
  }

  private static Set<Use> uses(Path classes) {
    String listed = run("jdeps", List.of("-verbose:class", "-filter:none", classes.toString()));
    return DEPENDENCY
        .matcher(listed)
        .results()
        .map(match -> new Use(match.group(1), match.group(2)))
        .filter(use -> isOurs(use.user()) && isOurs(use.used()))
        .collect(Collectors.toSet());
  }

  /** Of this program, and not made by JMH. */
  private static boolean isOurs(String className) {
    return className.startsWith(ROOT + ".") && !className.contains(".jmh_generated.");
  }

  private static Path mainClasses() {
    var location = EmbeddedHBase.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(location.toString()));
  }

  private static Path compile(Path directory, String source) throws IOException {
    Path file = Files.writeString(directory.resolve("Planted.java"), source);
    String classPath =
        Stream.of(mainClasses().toString(), System.getProperty("java.class.path"))
            .collect(Collectors.joining(System.getProperty("path.separator")));
    run(
        "javac",
        List.of("-proc:none", "-d", directory.toString(), "-cp", classPath, file.toString()));
    return directory;
  }

  private static String run(String tool, List<String> arguments) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    int status =
        ToolProvider.findFirst(tool)
            .orElseThrow(() -> new IllegalStateException("This JDK has no " + tool))
            .run(writer, writer, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException(tool + " " + arguments + " failed: " + out);
    }
    return out.toString();
  }
}
