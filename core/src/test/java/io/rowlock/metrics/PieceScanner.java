package io.rowlock.metrics;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Measures the methods, constructors and records of one file, nested types included. */
final class PieceScanner extends TreeScanner<@Nullable Void, @Nullable Void> {

  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final SourceTree into;
  private String owner = "";

  PieceScanner(CompilationUnitTree unit, SourcePositions positions, SourceTree into) {
    this.unit = unit;
    this.positions = positions;
    this.into = into;
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
    String before = owner;
    owner = type.getSimpleName().toString();
    if (type.getKind() == Tree.Kind.RECORD) {
      into.recordSizes()
          .add(owner, (int) type.getMembers().stream().filter(PieceScanner::isComponent).count());
    }
    super.visitClass(type, null);
    owner = before;
    return null;
  }

  /** A record has no other fields that are not static. */
  private static boolean isComponent(Tree member) {
    return member instanceof VariableTree field
        && !field.getModifiers().getFlags().contains(Modifier.STATIC);
  }

  @Override
  public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
    if (method.getBody() != null) {
      LineMap lines = unit.getLineMap();
      long first = lines.getLineNumber(positions.getStartPosition(unit, method));
      long last = lines.getLineNumber(positions.getEndPosition(unit, method));
      into.methodSizes().add(owner + "." + method.getName(), (int) (last - first + 1));
    }
    if (method.getName().contentEquals("<init>")) {
      into.constructorSizes().add(owner, method.getParameters().size());
    }
    return super.visitMethod(method, null);
  }
}
