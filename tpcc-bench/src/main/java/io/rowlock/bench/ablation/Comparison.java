package io.rowlock.bench.ablation;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rowlock.bench.kit.Spread;
import io.rowlock.internal.store.Mechanism;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One series with a mechanism, over the same without it.
 *
 * @param fired how often, by committed transactions: medians of the runs with it
 * @param ratios turn by turn; empty if it did not fire
 */
record Comparison(
    Part part, String series, Mechanism mechanism, Spread fired, Map<Quantity, Spread> ratios) {

  /** Compares all series with each mechanism. */
  static List<Comparison> of(List<Measured> all, List<Mechanism> mechanisms) {
    List<Comparison> comparisons = new ArrayList<>();
    for (Mechanism mechanism : mechanisms) {
      for (Part part : Part.values()) {
        all.stream()
            .filter(one -> one.part() == part && one.variant().equals(Variant.ALL))
            .map(one -> one.line().series())
            .distinct()
            .forEach(series -> comparisons.add(of(series(all, part, series), mechanism)));
      }
    }
    return List.copyOf(comparisons);
  }

  private static List<Measured> series(List<Measured> all, Part part, String series) {
    return all.stream()
        .filter(one -> one.part() == part && one.line().series().equals(series))
        .toList();
  }

  /** Compares the lines of one series. */
  private static Comparison of(List<Measured> lines, Mechanism mechanism) {
    List<Measured> with = lines.stream().filter(one -> one.variant().equals(Variant.ALL)).toList();
    List<Spread> fired =
        with.stream()
            .map(one -> Objects.requireNonNull(one.line().fired().get(mechanism)))
            .toList();
    List<Measured> without =
        lines.stream().filter(one -> one.variant().without() == mechanism).toList();
    boolean hasFired = fired.stream().anyMatch(spread -> spread.max() > 0);
    Measured first = with.get(0);
    return new Comparison(
        first.part(),
        first.line().series(),
        mechanism,
        new Spread(
            fired.stream().mapToDouble(Spread::min).min().orElse(0),
            Spread.of(fired.stream().map(Spread::median).toList()).median(),
            fired.stream().mapToDouble(Spread::max).max().orElse(0)),
        hasFired ? ratios(with, without) : Map.of());
  }

  private static Map<Quantity, Spread> ratios(List<Measured> with, List<Measured> without) {
    Map<Quantity, Spread> ratios = new EnumMap<>(Quantity.class);
    for (Quantity quantity : Quantity.values()) {
      List<Double> turns = ratios(with, without, quantity);
      if (!turns.isEmpty()) {
        ratios.put(quantity, Spread.of(turns));
      }
    }
    return ratios;
  }

  private static List<Double> ratios(
      List<Measured> with, List<Measured> without, Quantity quantity) {
    List<Double> ratios = new ArrayList<>();
    for (Measured one : with) {
      for (Measured other : without) {
        Double above = one.line().figures().get(quantity);
        Double below = other.line().figures().get(quantity);
        if (one.turn() == other.turn() && above != null && below != null && below > 0) {
          ratios.add(above / below);
        }
      }
    }
    return ratios;
  }

  @JsonProperty
  boolean hasFired() {
    return fired.max() > 0;
  }
}
