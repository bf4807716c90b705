package io.rowlock.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The lengths of named pieces of source, in lines. */
final class Sizes {

  private record Piece(String name, int lines) {}

  private final List<Piece> pieces = new ArrayList<>();

  void add(String name, int lines) {
    pieces.add(new Piece(name, lines));
  }

  int count() {
    return pieces.size();
  }

  int sum() {
    return pieces.stream().mapToInt(Piece::lines).sum();
  }

  /**
   * Returns the smallest length that the given share of the pieces does not exceed; 0 without
   * pieces.
   */
  int quantile(double share) {
    List<Integer> sorted = pieces.stream().map(Piece::lines).sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  int largest() {
    return quantile(1);
  }

  String nameOfLargest() {
    return pieces.stream()
        .max(Comparator.comparingInt(Piece::lines))
        .map(Piece::name)
        .orElse("none");
  }
}
