package io.rowlock.mutation;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Objects;

/** Where compiled classes are: in a directory, or in the jar that a build has made of it. */
public final class ClassRoot {

  private ClassRoot() {}

  /** Returns the root of the directory or jar that contains the class. */
  public static Path of(Class<?> one) throws IOException {
    String name = one.getName().replace('.', '/') + ".class";
    URL location = Objects.requireNonNull(one.getClassLoader().getResource(name));
    if (location.openConnection() instanceof JarURLConnection jar) {
      Path file = Path.of(URI.create(jar.getJarFileURL().toString()));
      return FileSystems.newFileSystem(file, (ClassLoader) null).getPath("/");
    }
    Path root = Path.of(URI.create(location.toString()));
    for (int i = 0; i < Path.of(name).getNameCount(); i++) {
      root = root.getParent();
    }
    return root;
  }
}
