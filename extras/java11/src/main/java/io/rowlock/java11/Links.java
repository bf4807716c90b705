package io.rowlock.java11;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Prints what compiled classes call, or would have to implement, that other versions of their
 * dependencies than those of the compiler lack: {@code Links CLASS_PATH CLASSES...}. {@code
 * scripts/link-with-hbase3} runs this source file as a program.
 */
public final class Links implements Opcodes {

  /** A class that is not there, or the one above {@code Object}. */
  private static final ClassNode NONE = new ClassNode();

  private final ClassLoader loader;
  private final Map<String, ClassNode> known = new HashMap<>();
  private final Set<String> missing = new TreeSet<>();

  private Links(ClassLoader loader) {
    this.loader = loader;
  }

  /** Runs the program. */
  public static void main(String[] arguments) throws IOException {
    List<URL> path = new ArrayList<>();
    for (String element : String.join(":", arguments).split(":", -1)) {
      path.add(Path.of(element).toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Links links = new Links(loader);
      for (String classes : List.of(arguments).subList(1, arguments.length)) {
        links.check(Path.of(classes));
      }
      links.missing.forEach(System.out::println);
    }
  }

  private void check(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = classes.relativize(file).toString();
        if (name.endsWith(".class") && !name.startsWith("META-INF")) {
          check(node(name.substring(0, name.length() - ".class".length())));
        }
      }
    }
  }

  private void check(ClassNode type) throws IOException {
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode each : method.instructions) {
        if (each instanceof MethodInsnNode call) {
          require(type, call.owner, call.name, call.desc);
        } else if (each instanceof FieldInsnNode field) {
          require(type, field.owner, field.name, field.desc);
        } else if (each instanceof InvokeDynamicInsnNode call) {
          for (Object argument : call.bsmArgs) {
            if (argument instanceof Handle to) {
              require(type, to.getOwner(), to.getName(), to.getDesc());
            }
          }
        }
      }
    }
    if ((type.access & ACC_ABSTRACT) == 0) {
      Set<String> seen = new HashSet<>();
      for (ClassNode above : hierarchy(type.name)) { // classes, then interfaces
        for (MethodNode method : above.methods) {
          boolean isFirst = seen.add(method.name + method.desc);
          if (isFirst && (method.access & ACC_ABSTRACT) != 0 && !isDefault(type, method)) {
            missing.add(
                simple(type.name) + " implements " + simple(above.name) + "." + method.name);
          }
        }
      }
    }
  }

  private boolean isDefault(ClassNode type, MethodNode method) throws IOException {
    for (ClassNode above : hierarchy(type.name)) {
      for (MethodNode other : above.methods) {
        if ((other.access & ACC_ABSTRACT) == 0
            && other.name.equals(method.name)
            && other.desc.equals(method.desc)) {
          return true;
        }
      }
    }
    return false;
  }

  private void require(ClassNode by, String owner, String name, String description)
      throws IOException {
    if (!owner.startsWith("[") && !owner.startsWith("java/lang/invoke/")) {
      for (ClassNode above : hierarchy(owner)) {
        for (MethodNode method : above.methods) {
          if (method.name.equals(name) && method.desc.equals(description)) {
            return;
          }
        }
        for (FieldNode field : above.fields) {
          if (field.name.equals(name) && field.desc.equals(description)) {
            return;
          }
        }
      }
      missing.add(simple(by.name) + " calls " + simple(owner) + "." + name);
    }
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('/') + 1);
  }

  /** Returns the type and those above it, interfaces last. */
  private List<ClassNode> hierarchy(String name) throws IOException {
    List<ClassNode> all = new ArrayList<>();
    for (ClassNode type = node(name); type != NONE; type = node(type.superName)) {
      all.add(type);
    }
    for (int i = 0; i < all.size(); i++) {
      for (String above : all.get(i).interfaces) {
        all.add(node(above));
      }
    }
    return all;
  }

  private ClassNode node(String name) throws IOException {
    ClassNode node = known.get(name);
    if (node == null) {
      node = NONE;
      try (InputStream in = loader.getResourceAsStream(name + ".class")) {
        if (in != null) {
          node = new ClassNode();
          new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
      }
      known.put(name, node);
    }
    return node;
  }
}
