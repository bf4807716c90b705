package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.tpcc.layout.Layout;
import java.util.List;

/** Tells how far a load is. Thread-safe. */
public final class LoadProgress {
  /** What is counted. */
  public static final String UNIT = "k rows";

  private static final int ROWS = 1_000;

  private final Progress progress;
  private final Scale scale;
  private final long total;
  private long done;

  LoadProgress(Progress progress, List<Part> all, Scale scale) {
    this.progress = progress;
    this.scale = scale;
    this.total = rows(all, scale);
  }

  /** How much there is to count. */
  public static long total(Layout layout, Scale scale) {
    return rows(Part.all(scale, layout.copiesItems()), scale) / ROWS;
  }

  private static long rows(List<Part> parts, Scale scale) {
    return parts.stream().mapToLong(part -> part.rows(scale)).sum();
  }

  synchronized void add(Part part) {
    long before = done;
    done += part.rows(scale);
    progress.begin("loading, " + done * 10 / total * 10 + " %", "loading");
    progress.end((int) (done / ROWS - before / ROWS));
  }
}
