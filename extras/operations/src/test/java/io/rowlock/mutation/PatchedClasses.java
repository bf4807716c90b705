package io.rowlock.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Loads the library and its tests a second time, some classes of it changed, next to the unchanged
 * ones of this JVM. What does not belong to the project is shared with the rest of the JVM.
 */
public final class PatchedClasses extends ClassLoader {

  private static final String PROJECT = "io.rowlock.";

  private final Map<String, byte[]> patched;
  private final Predicate<String> shared;

  private PatchedClasses(Map<String, byte[]> patched, Predicate<String> shared) {
    super("patched", PatchedClasses.class.getClassLoader());
    this.patched = patched;
    this.shared = shared;
  }

  /**
   * A loader for the changed library.
   *
   * @param changes none for a second library without a change
   * @param shared names of classes of the project that are not to be loaded a second time
   * @throws IllegalStateException when a change does not fit, or does not compile
   */
  public static ClassLoader of(List<GuardChange> changes, Predicate<String> shared)
      throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (GuardChange change : changes) {
      LibrarySource source = LibrarySource.of(change.topLevelType());
      String before = sources.get(source.className());
      String text = before == null ? source.text() : before;
      sources.put(source.className(), change.applyTo(text));
    }
    return new PatchedClasses(
        sources.isEmpty() ? Map.of() : InMemoryCompiler.compile(sources), shared);
  }

  /** A loader for the library with other classes in place of some, by their full names. */
  public static ClassLoader with(Map<String, byte[]> others) {
    return new PatchedClasses(Map.copyOf(others), name -> false);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PROJECT) || shared.test(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = patched.containsKey(name) ? patched.get(name) : unchanged(name);
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] unchanged(String name) throws ClassNotFoundException {
    try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return bytes.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
