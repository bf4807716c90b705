package io.rowlock.mutation;

import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources from memory into memory, against the class path of this JVM. */
final class InMemoryCompiler {

  private final Map<String, ByteArrayOutputStream> compiled = new HashMap<>();

  private InMemoryCompiler() {}

  /**
   * The bytes of all classes that come out.
   *
   * @param sources by class name
   */
  static Map<String, byte[]> compile(Map<String, String> sources) {
    InMemoryCompiler compiler = new InMemoryCompiler();
    compiler.run(sources);
    Map<String, byte[]> classes = new HashMap<>();
    compiler.compiled.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }

  /** A compilation of one source, to be parsed. */
  static JavacTask task(String source) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    List<String> options = List.of("-proc:none");
    return (JavacTask)
        javac.getTask(null, null, null, options, null, List.of(new Source("Parsed", source)));
  }

  private void run(Map<String, String> sources) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((name, text) -> units.add(new Source(name, text)));
    StringWriter messages = new StringWriter();
    List<String> options = List.of("-proc:none", "-nowarn");
    JavaFileManager files = new Outputs(javac.getStandardFileManager(null, null, null));
    if (!javac.getTask(messages, files, null, options, null, units).call()) {
      throw new IllegalStateException("The changed source does not compile:\n" + messages);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("memory:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {

    Outputs(JavaFileManager others) {
      super(others);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling)
        throws IOException {
      return new SimpleJavaFileObject(URI.create("memory:///" + className + ".class"), kind) {
        @Override
        public OutputStream openOutputStream() {
          return compiled.computeIfAbsent(className, name -> new ByteArrayOutputStream());
        }
      };
    }
  }
}
