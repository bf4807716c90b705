package io.rowlock.mutation;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** A method with a body in the source of a class. */
final class SourceMethod {

  private final String source;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final MethodTree method;

  private SourceMethod(
      String source, CompilationUnitTree unit, SourcePositions positions, MethodTree method) {
    this.source = source;
    this.unit = unit;
    this.positions = positions;
    this.method = method;
  }

  /**
   * Finds a method.
   *
   * @param type the simple name of a top-level class, nested ones after dots
   * @param name the method's name, with the types of its parameters where others have that name
   * @throws IllegalStateException unless there is exactly one
   */
  static SourceMethod find(String source, String type, String name) {
    JavacTask task = InMemoryCompiler.task(source);
    CompilationUnitTree unit = parse(task);
    Stream<? extends Tree> scope = unit.getTypeDecls().stream();
    for (String simpleName : Splitter.on('.').split(type)) {
      scope =
          scope
              .filter(ClassTree.class::isInstance)
              .map(ClassTree.class::cast)
              .filter(declared -> declared.getSimpleName().contentEquals(simpleName))
              .flatMap(declared -> declared.getMembers().stream());
    }
    List<MethodTree> found =
        scope
            .filter(MethodTree.class::isInstance)
            .map(MethodTree.class::cast)
            .filter(method -> method.getBody() != null && isCalled(method, name))
            .toList();
    if (found.size() != 1) {
      throw new IllegalStateException(
          "Must be exactly one method: " + type + "." + name + ", not " + found.size());
    }
    return new SourceMethod(source, unit, Trees.instance(task).getSourcePositions(), found.get(0));
  }

  private static CompilationUnitTree parse(JavacTask task) {
    try {
      return task.parse().iterator().next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCalled(MethodTree method, String name) {
    String simpleName = method.getName().toString();
    return name.equals(simpleName) || name.equals(simpleName + parameters(method));
  }

  private static String parameters(MethodTree method) {
    return method.getParameters().stream()
        .map(parameter -> parameter.getType().toString().replaceAll("<.*>", ""))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The source up to the body. */
  String before() {
    return source.substring(0, start(method.getBody()));
  }

  /** The source behind the method. */
  String after() {
    return source.substring(end(method));
  }

  /** The same method under another name, private and without annotations. */
  String copyAs(String name) {
    int declared = Math.max(start(method), end(method.getModifiers()));
    int named = source.indexOf(method.getName().toString(), end(method.getReturnType()));
    boolean isStatic = method.getModifiers().getFlags().contains(Modifier.STATIC);
    return (isStatic ? "private static " : "private ")
        + source.substring(declared, named)
        + name
        + source.substring(named + method.getName().length(), end(method));
  }

  private int start(Tree tree) {
    return (int) positions.getStartPosition(unit, tree);
  }

  private int end(Tree tree) {
    return (int) positions.getEndPosition(unit, tree);
  }
}
