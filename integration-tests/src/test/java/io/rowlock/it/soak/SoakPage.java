package io.rowlock.it.soak;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Page;
import io.rowlock.local.ServerFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;

/** The page {@code soak.html}: every figure over time. */
final class SoakPage {
  static final String FILE = "soak.html";

  /** A browser draws no more points side by side. */
  private static final int MOST_POINTS = 1_500;

  private static final double MINUTE = 60;

  private final Page page = new Page();
  private final Outcome outcome;
  private final List<Sample> samples;
  private final List<Double> minutes;

  private SoakPage(Outcome outcome, List<Sample> all) {
    this.outcome = outcome;
    int step = 1 + all.size() / MOST_POINTS;
    List<Sample> some = new ArrayList<>();
    for (int i = 0; i < all.size(); i += step) {
      some.add(all.get(i));
    }
    this.samples = some;
    this.minutes = some.stream().map(one -> one.seconds() / MINUTE).toList();
  }

  static byte[] of(Outcome outcome, List<Sample> samples) {
    SoakPage soak = new SoakPage(outcome, samples);
    soak.addHeading();
    if (samples.size() > 1) {
      soak.addCharts();
    }
    soak.addTables();
    return soak.page.bytes("Soak");
  }

  private void addHeading() {
    page.element("h1", "Soak");
    page.note(outcome.environment());
    outcome.failedChecks().forEach(failed -> page.paragraph("bad", failed));
    outcome
        .judgement()
        .targets()
        .forEach(target -> page.paragraph(target.isMet() ? "good" : "warning", target));
    outcome.lines().forEach(line -> page.element("p", line));
    page.table(
        "medians | first third | middle third | last third",
        outcome.judgement().thirds().stream()
            .map(
                one -> List.of(one.what(), text(one.first()), text(one.middle()), text(one.last())))
            .toList());
  }

  private static String text(double number) {
    return "%,.2f".formatted(number);
  }

  private void addCharts() {
    page.heading("client", "The client that lasts");
    page.note(
        "Its heap after a collection that it has asked for before each sample. It runs business"
            + " transactions, and creates, alters and drops tables.");
    chart(
        "Memory of the lasting client",
        "MB",
        Map.of(
            "heap", one -> Judgement.megabytes(one.lasting().heapBytes()),
            "direct buffers", one -> Judgement.megabytes(one.lasting().directBytes())));
    chart("Threads of the lasting client", "", Map.of("threads", one -> one.lasting().threads()));
    page.heading("locks", "Locks");
    page.note("Cells are counted at each check. Sizes are of store files, without memory.");
    chart("Lock cells", "", Map.of("cells", Sample::lockCells));
    chart(
        "Files of the database",
        "MB",
        Map.of(
            "locks", one -> Judgement.megabytes(one.sizes().lockBytes()),
            "all other families", one -> Judgement.megabytes(one.sizes().otherBytes())));
    page.heading("servers", "Region servers");
    page.note("What each notes itself, garbage included. A server that is killed begins anew.");
    servers("Heap", "MB", one -> Judgement.megabytes(one.heapBytes()));
    servers("Threads", "", ServerFigures::threads);
    servers("Open scanners", "", ServerFigures::openScanners);
    page.heading("work", "Work");
    page.note("Sums of all clients.");
    chart("Commits", "", Map.of("commits", one -> one.counts().commits()));
    chart(
        "Trouble",
        "",
        Map.of(
            "conflicts", one -> one.counts().conflicts(),
            "failures", one -> one.counts().failures(),
            "unknown outcomes", one -> one.counts().unknown()));
  }

  private void chart(String title, String unit, Map<String, ToDoubleFunction<Sample>> lines) {
    XYChart chart = Charts.lines(title, "minutes", unit);
    new TreeMap<>(lines)
        .forEach(
            (name, value) ->
                Charts.line(
                    chart, name, minutes, samples.stream().map(value::applyAsDouble).toList()));
    page.chart(chart);
  }

  /** A line for each server; it has a gap where the server is dead. */
  private void servers(String title, String unit, ToDoubleFunction<ServerFigures> value) {
    TreeSet<Integer> numbers = new TreeSet<>();
    samples.forEach(one -> numbers.addAll(one.servers().keySet()));
    if (numbers.isEmpty()) {
      page.element("p", title + ": not known of servers that the soak did not start.");
      return;
    }
    XYChart chart = Charts.lines(title + " of region servers", "minutes", unit);
    for (int number : numbers) {
      List<Double> values = new ArrayList<>();
      for (Sample one : samples) {
        ServerFigures figures = one.servers().get(number);
        values.add(figures == null ? Double.NaN : value.applyAsDouble(figures));
      }
      Charts.line(chart, "regionserver-" + number, minutes, values);
    }
    page.chart(chart);
  }

  private void addTables() {
    page.heading("checks", "Checks");
    page.table(
        "check | at minute | seconds",
        outcome.checks().stream()
            .map(one -> List.of(one.summary(), text(one.atSecond() / MINUTE), text(one.seconds())))
            .toList());
    page.heading("configuration", "Configuration");
    Map<String, Object> plan =
        new ObjectMapper()
            .convertValue(
                outcome.configuration(), new TypeReference<LinkedHashMap<String, Object>>() {});
    boolean unused = plan.values().removeIf(Objects::isNull);
    page.table("setting | value", plan);
  }
}
