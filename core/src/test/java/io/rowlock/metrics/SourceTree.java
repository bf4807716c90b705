package io.rowlock.metrics;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** The Java files below one directory, parsed by the JDK's compiler. */
final class SourceTree {

  private final Sizes files = new Sizes();
  private final Sizes methods = new Sizes();
  private final Sizes constructors = new Sizes();
  private final Sizes records = new Sizes();
  private final Map<String, Set<String>> imports = new TreeMap<>();
  private final Set<String> publicTypes = new TreeSet<>();
  private final SortedMap<String, SourceTree> rooms = new TreeMap<>();
  private int codeLines;
  private int filledLines;

  private SourceTree() {}

  static SourceTree read(Path directory) throws IOException {
    SourceTree tree = new SourceTree();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> all = Files.walk(directory);
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<Path> sources = all.filter(file -> file.toString().endsWith(".java")).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(sources));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        String room = String.valueOf(unit.getPackageName());
        tree.add(unit, positions);
        tree.rooms.computeIfAbsent(room, added -> new SourceTree()).add(unit, positions);
      }
    }
    return tree;
  }

  private void add(CompilationUnitTree unit, SourcePositions positions) throws IOException {
    Path file = Path.of(unit.getSourceFile().toUri());
    String text = Files.readString(file);
    files.add(file.getFileName().toString(), (int) text.lines().count());
    filledLines += Comments.filledLines(text);
    codeLines += Comments.filledLines(Comments.blanked(text));
    String packageName = String.valueOf(unit.getPackageName());
    Set<String> used = imports.computeIfAbsent(packageName, added -> new TreeSet<>());
    unit.getImports().forEach(one -> used.add(packageOf(one)));
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree declared
          && declared.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
        publicTypes.add(packageName + "." + declared.getSimpleName());
      }
    }
    new PieceScanner(unit, positions, this).scan(unit, null);
  }

  private static String packageOf(ImportTree one) {
    String name = one.getQualifiedIdentifier().toString();
    StringBuilder packageName = new StringBuilder();
    for (String part : Splitter.on('.').split(name)) {
      if (Character.isUpperCase(part.charAt(0)) || part.equals("*")) {
        break;
      }
      packageName.append(packageName.isEmpty() ? "" : ".").append(part);
    }
    return packageName.toString();
  }

  /** Returns the lines of each file. */
  Sizes fileSizes() {
    return files;
  }

  /** Returns the lines of each method. */
  Sizes methodSizes() {
    return methods;
  }

  /** Returns the parameters of each constructor. */
  Sizes constructorSizes() {
    return constructors;
  }

  /** Returns the components of each record. */
  Sizes recordSizes() {
    return records;
  }

  /** Returns the lines that contain code. */
  int codeLines() {
    return codeLines;
  }

  /** Returns the lines that contain only a comment. */
  int commentLines() {
    return filledLines - codeLines;
  }

  /** Returns the files of each package by its name. */
  SortedMap<String, SourceTree> rooms() {
    return rooms;
  }

  Set<String> packages() {
    return imports.keySet();
  }

  /** Returns the packages of this tree from which a package imports. */
  Set<String> importsOf(String packageName) {
    Set<String> own = new TreeSet<>(imports.getOrDefault(packageName, Set.of()));
    own.retainAll(imports.keySet());
    own.remove(packageName);
    return own;
  }

  /** Returns how many public types are in packages whose names match. */
  long publicTypes(Predicate<String> packages) {
    return publicTypes.stream().filter(packages).count();
  }
}
