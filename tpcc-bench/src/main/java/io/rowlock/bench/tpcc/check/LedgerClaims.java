package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.LedgerCounts;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The content of the clients' ledgers by district. */
final class LedgerClaims {
  private final Scale scale;
  private final Map<Place, DistrictClaims> districts = new HashMap<>();
  private final List<Ledger.Line> elsewhere = new ArrayList<>();
  private final boolean isGiven;

  private record Place(int w, int d) {}

  private LedgerClaims(Scale scale, boolean isGiven) {
    this.scale = scale;
    this.isGiven = isGiven;
    for (int w = 1; w <= scale.warehouses(); w++) {
      for (int d = 1; d <= Scale.DISTRICTS; d++) {
        districts.put(new Place(w, d), new DistrictClaims());
      }
    }
  }

  /** Reads ledgers: files, or directories of runs. */
  static LedgerClaims read(List<Path> ledgers, Scale scale) throws IOException {
    LedgerClaims claims = new LedgerClaims(scale, !ledgers.isEmpty());
    for (Path ledger : ledgers) {
      for (Path file : Files.isDirectory(ledger) ? ledgersOf(ledger) : List.of(ledger)) {
        claims.add(file);
      }
    }
    return claims;
  }

  private static List<Path> ledgersOf(Path run) throws IOException {
    List<Path> all = Ledger.in(run);
    if (all.isEmpty()) {
      throw new IOException("There is no ledger in " + run);
    }
    return all;
  }

  private void add(Path file) throws IOException {
    List<String> lines = Ledger.readLines(file);
    if (lines.isEmpty() || !lines.get(0).equals(Ledger.HEADER)) {
      throw new IOException(file + " is no ledger: it does not begin with " + Ledger.HEADER);
    }
    for (int i = 1; i < lines.size(); i++) {
      try {
        Ledger.Line line = Ledger.Line.parse(lines.get(i));
        DistrictClaims claims = districts.get(new Place(line.w(), line.d()));
        if (claims == null) {
          elsewhere.add(line);
        } else {
          claims.add(line);
        }
      } catch (IllegalArgumentException e) {
        throw new IOException("%s, line %d: %s".formatted(file, i + 1, e.getMessage()), e);
      }
    }
  }

  DistrictClaims of(int w, int d) {
    return Objects.requireNonNull(districts.get(new Place(w, d)));
  }

  /** Reports lines of districts that do not exist. */
  void checkElsewhere(Findings findings) {
    if (isGiven) {
      for (int w = 1; w <= scale.warehouses(); w++) {
        findings.examine(Condition.E8, w, 0);
      }
    }
    for (Ledger.Line line : elsewhere) {
      boolean isCommitted = line.outcome() == Ledger.Outcome.COMMITTED;
      findings.check(Condition.E8, Findings.ALL, !isCommitted, line);
    }
  }

  LedgerCounts counts() {
    return districts.values().stream()
        .map(DistrictClaims::counts)
        .reduce(LedgerCounts.NONE, LedgerCounts::plus);
  }

  boolean isGiven() {
    return isGiven;
  }
}
