package io.rowlock.mutation;

/**
 * A change to the source of one class of the library: another body for a guard, which is a method
 * that decides one thing. No other change of the source affects it, as long as the guard exists.
 *
 * @param type the simple name of a top-level class, which no other class of the library has; a
 *     class nested in it follows after a dot
 * @param guard the name of the method; parameter types follow in parentheses where it is
 *     overloaded, without type arguments
 * @param body the statements of the new body, in which {@code original(...)} calls the old one
 */
public record GuardChange(String type, String guard, String body) {

  private static final String ORIGINAL = "original";

  String topLevelType() {
    return type.split("\\.", -1)[0];
  }

  /** Returns the whole source of the top-level class, changed. */
  String applyTo(String source) {
    SourceMethod method = SourceMethod.find(source, type, guard);
    String copy = body.contains(ORIGINAL + "(") ? method.copyAs(ORIGINAL) : "";
    return method.before() + "{\n" + body + "\n}\n" + copy + method.after();
  }
}
