package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Ratio;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import java.awt.Color;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** How a profile is judged and shown. */
record ProfileExperiment(Plan plan) implements Experiment<Series> {
  /** The name of the warm-up in files. */
  static final String WARM_UP = "warmUp";

  private static final double MILLI = 1000;

  /** The same in every picture: greys for plain HBase; the colour-blind can tell them apart. */
  private static final Map<Mode, Color> COLOURS =
      Map.of(
          Mode.RAW, new Color(0x999999),
          Mode.RAW_BATCHED, new Color(0x555555),
          Mode.TX, new Color(0x0072B2),
          Mode.TX_BATCHED, new Color(0x56B4E9),
          Mode.HAEINSA, new Color(0xE69F00),
          Mode.OMID, new Color(0x009E73),
          Mode.OMID_LOW_LATENCY, new Color(0xCC79A7));

  /** Rowlock's transactions against all other modes, for every profile and thread count. */
  @Override
  public List<Ratio<Series>> ratios(Points<Series> points) {
    List<Ratio<Series>> ratios = new ArrayList<>();
    for (Series tx : points.series()) {
      for (Mode over : Mode.OWN.contains(tx.mode()) ? Mode.OTHERS : List.<Mode>of()) {
        Series other = new Series(tx.profile(), over, tx.threads());
        Ratio.of(points, tx, other, Figure.TX_PER_SECOND).ifPresent(ratios::add);
        Ratio.of(points, tx, other, Figure.P50_MICROS).ifPresent(ratios::add);
      }
    }
    return List.copyOf(ratios);
  }

  @Override
  public List<Target> targets(Points<Series> points) {
    return Goals.judge(plan, points.rows(), ratios(points));
  }

  @Override
  public void print(Results<Series> results, PrintWriter out) {
    new TextReport(plan, results, out).print();
  }

  @Override
  public void stage(Results<Series> results, ResultDirectory directory, PrintWriter out)
      throws IOException {
    Sheet.stage(() -> picture(results.rows()), "profile.png", directory, out);
  }

  /** One line of charts for every profile: medians of the rounds, with half their range. */
  private Sheet picture(List<Row<Series>> rows) {
    Sheet sheet = new Sheet(640, 400, 2);
    for (Profile profile : plan.profiles) {
      CategoryChart throughput = chart(sheet, profile + ": transactions per second");
      CategoryChart latency = chart(sheet, profile + ": median latency, ms");
      for (Mode mode : plan.modes) {
        List<Row<Series>> bars =
            rows.stream()
                .filter(row -> row.series().profile() == profile && row.series().mode() == mode)
                .toList();
        addBars(throughput, mode, bars, Figure.TX_PER_SECOND, 1);
        addBars(latency, mode, bars, Figure.P50_MICROS, MILLI);
      }
    }
    return sheet;
  }

  private static CategoryChart chart(Sheet sheet, String title) {
    CategoryChart chart =
        sheet.bars(title, "threads (bars: median of rounds, whiskers: +- half their range)", "");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  private static void addBars(
      CategoryChart chart, Mode mode, List<Row<Series>> bars, Figure figure, double unit) {
    List<Spread> spreads = bars.stream().map(row -> row.spread(figure)).toList();
    chart
        .addSeries(
            mode.label(),
            bars.stream().map(row -> Integer.toString(row.series().threads())).toList(),
            spreads.stream().map(spread -> spread.median() / unit).toList(),
            spreads.stream().map(spread -> (spread.max() - spread.min()) / 2 / unit).toList())
        .setFillColor(COLOURS.get(mode));
  }
}
