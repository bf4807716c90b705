package io.rowlock.spring;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** Loads all classes of the test anew, without some jars. */
final class ReducedClassPath extends URLClassLoader {

  private ReducedClassPath(List<URL> jars) {
    super(jars.toArray(URL[]::new), getPlatformClassLoader());
  }

  /**
   * Runs a static method without arguments.
   *
   * @param absent finds the names of the jars that are absent
   */
  static Object call(Pattern absent, Class<?> type, String method) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (ReducedClassPath loader = new ReducedClassPath(jarsWithout(absent))) {
      thread.setContextClassLoader(loader);
      var reloaded = loader.loadClass(type.getName()).getDeclaredMethod(method);
      reloaded.setAccessible(true);
      return reloaded.invoke(null);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static List<URL> jarsWithout(Pattern absent) throws IOException {
    List<URL> jars = new ArrayList<>();
    for (String path : paths()) {
      File jar = new File(path);
      if (!absent.matcher(jar.getName()).find()) {
        jars.add(jar.toURI().toURL());
      }
    }
    return jars;
  }

  private static Iterable<String> paths() {
    return Splitter.on(File.pathSeparatorChar).split(System.getProperty("java.class.path"));
  }
}
