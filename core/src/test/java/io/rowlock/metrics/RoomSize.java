package io.rowlock.metrics;

import java.util.List;

/**
 * The size of a room, which is the directory of a package, or of a module.
 *
 * @param code lines that contain code
 * @param comments lines that contain only a comment, in percent of both
 * @param file lines of the largest file
 * @param method lines of the longest method
 * @param constructor most parameters of a constructor
 * @param components most components of a record
 * @param publicTypes top-level ones
 */
record RoomSize(
    int files,
    int code,
    int comments,
    int file,
    int method,
    int constructor,
    int components,
    int publicTypes) {

  /** The names of the {@linkplain #values values}. */
  static final List<String> NAMES =
      List.of("files", "code", "comment %", "file", "method", "constructor", "record", "public");

  static RoomSize of(SourceTree tree) {
    int filled = tree.codeLines() + tree.commentLines();
    return new RoomSize(
        tree.fileSizes().count(),
        tree.codeLines(),
        filled == 0 ? 0 : Math.round(100f * tree.commentLines() / filled),
        tree.fileSizes().largest(),
        tree.methodSizes().largest(),
        tree.constructorSizes().largest(),
        tree.recordSizes().largest(),
        (int) tree.publicTypes(any -> true));
  }

  List<Integer> values() {
    return List.of(files, code, comments, file, method, constructor, components, publicTypes);
  }
}
