package io.rowlock.coverage;

import io.rowlock.mutation.ClassRoot;
import io.rowlock.mutation.PatchedClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;

/** A second copy of the library, some packages of which record the branches that they take. */
public final class MeasuredClasses {

  private final Map<String, byte[]> originals = new TreeMap<>();
  private final LoggerRuntime runtime = new LoggerRuntime();
  private final RuntimeData data = new RuntimeData();
  private final ClassLoader loader;

  /**
   * Creates the copy.
   *
   * @param measured one class of each package that is measured with the packages below it
   */
  public MeasuredClasses(List<Class<?>> measured) throws IOException {
    for (Class<?> one : measured) {
      readPackage(ClassRoot.of(one), one.getPackageName());
    }
    Instrumenter instrumenter = new Instrumenter(runtime);
    Map<String, byte[]> instrumented = new TreeMap<>();
    for (Map.Entry<String, byte[]> original : originals.entrySet()) {
      String name = original.getKey();
      instrumented.put(name, instrumenter.instrument(original.getValue(), name));
    }
    loader = PatchedClasses.with(instrumented);
    start();
  }

  private void readPackage(Path root, String packageName) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(packageName.replace('.', '/')))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
        String name = root.relativize(file).toString().replace(".class", "");
        originals.put(name.replace('/', '.'), Files.readAllBytes(file));
      }
    }
  }

  private void start() {
    try {
      runtime.startup(data);
    } catch (Exception broken) { // what the interface declares
      throw new IllegalStateException("Nothing can be measured", broken);
    }
  }

  /** Returns a loader that loads the whole project again. */
  public ClassLoader loader() {
    return loader;
  }

  /** Returns what has run until now. */
  public Collection<IClassCoverage> coverage() throws IOException {
    ExecutionDataStore executions = new ExecutionDataStore();
    data.collect(executions, new SessionInfoStore(), false);
    CoverageBuilder builder = new CoverageBuilder();
    Analyzer analyzer = new Analyzer(executions, builder);
    for (Map.Entry<String, byte[]> original : originals.entrySet()) {
      analyzer.analyzeClass(original.getValue(), original.getKey());
    }
    return builder.getClasses();
  }
}
