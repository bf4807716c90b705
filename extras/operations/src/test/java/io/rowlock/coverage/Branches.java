package io.rowlock.coverage;

/**
 * The branches of one line of source.
 *
 * @param type the name of the class in its package, nested ones with a dollar sign
 * @param text the line, without the blanks around it
 * @param missed how many were never taken
 */
record Branches(
    String packageName, String type, String method, int line, String text, int missed, int total) {

  /** Returns the class that the source file is named after. */
  String topLevel() {
    int dollar = type.indexOf('$');
    return dollar < 0 ? type : type.substring(0, dollar);
  }

  @Override
  public String toString() {
    return "%s.%s:%d  %d of %d  %s".formatted(type, method, line, missed, total, text);
  }
}
