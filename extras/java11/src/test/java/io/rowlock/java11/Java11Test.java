package io.rowlock.java11;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class Java11Test {

  private static final Path CLASSES =
      Path.of(Java11Test.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  private static final int MAJOR_VERSION = 7;

  /** Returns the classes whose names begin with that of the class. */
  private static Map<String, byte[]> filesOf(Class<?> one) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(CLASSES.resolve("io/rowlock/java11"))) {
      for (Path file :
          all.filter(each -> each.getFileName().toString().matches(one.getSimpleName() + "[.$].*"))
              .toList()) {
        files.put(CLASSES.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  /** Loads what a jar contains. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> files;

    Loader(Map<String, byte[]> files) {
      super(null);
      this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = files.get(name.replace('.', '/') + ".class");
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  @Test
  void classesDoTheSameAsBefore() throws Exception {
    Map<String, byte[]> made = Java11.make(filesOf(Sample.class));
    Class<?> sample = new Loader(made).loadClass(Sample.class.getName());
    Supplier<?> older = (Supplier<?>) sample.getConstructor().newInstance();
    assertThat(older.get()).isEqualTo(new Sample().get());
    Class<?> own = sample.getClassLoader().loadClass(Sample.Own.class.getName());
    assertThat(own.getSuperclass()).isEqualTo(Object.class);
  }

  @Test
  void onlyWhatApplicationsSeeIsKeptForJava17() throws IOException {
    Map<String, byte[]> old = filesOf(Sample.class);
    Map<String, byte[]> made = Java11.make(old);
    made.forEach(
        (name, bytes) -> {
          String original = name.replace("META-INF/versions/17/", "");
          assertThat(bytes[MAJOR_VERSION]).isEqualTo((byte) (name.equals(original) ? 55 : 61));
        });
    made.keySet().removeAll(old.keySet());
    assertThat(made)
        .containsOnlyKeys(
            "META-INF/versions/17/io/rowlock/java11/Sample$Own.class",
            "META-INF/versions/17/io/rowlock/java11/Sample$Shape.class");
  }

  @Test
  void sameClassesMakeTheSameBytes() throws IOException {
    Map<String, byte[]> made = Java11.make(filesOf(Sample.class));
    Java11.make(filesOf(Sample.class))
        .forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(made.get(name)));
  }

  @Test
  void otherFilesStayAsTheyAre() {
    byte[] text = {1, 2};
    assertThat(Java11.make(Map.of("META-INF/NOTICE", text)))
        .containsOnly(Map.entry("META-INF/NOTICE", text));
  }

  @Test
  void newerApiIsFound() throws IOException {
    Map<String, byte[]> made = Java11.make(filesOf(Newer.class));
    String name = "io/rowlock/java11/Newer.class: ";
    assertThat(Java11.newer(made, CLASSES.toString()))
        .containsExactlyInAnyOrder(
            name
                + "io/rowlock/java11/Newer.exceptionallyCompose(Ljava/util/function/Function;)Ljava/util/concurrent/CompletableFuture;",
            name + "java/lang/String.stripIndent()Ljava/lang/String;",
            name + "java/util/random/RandomGenerator.",
            name
                + "java/util/random/RandomGenerator.getDefault()Ljava/util/random/RandomGenerator;");
    assertThat(Java11.newer(Java11.make(filesOf(Sample.class)), CLASSES.toString())).isEmpty();
  }
}
