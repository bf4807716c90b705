package io.rowlock.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The sizes of named pieces of source: lines, parameters or components. */
final class Sizes {

  private record Piece(String name, int size) {}

  private final List<Piece> pieces = new ArrayList<>();

  void add(String name, int size) {
    pieces.add(new Piece(name, size));
  }

  int count() {
    return pieces.size();
  }

  int sum() {
    return pieces.stream().mapToInt(Piece::size).sum();
  }

  /**
   * Returns the smallest size that the given share of the pieces does not exceed; 0 without pieces.
   */
  int quantile(double share) {
    List<Integer> sorted = pieces.stream().map(Piece::size).sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  int largest() {
    return quantile(1);
  }

  String nameOfLargest() {
    return pieces.stream()
        .max(Comparator.comparingInt(Piece::size))
        .map(Piece::name)
        .orElse("none");
  }
}
