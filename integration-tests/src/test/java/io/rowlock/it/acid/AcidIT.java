package io.rowlock.it.acid;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.it.acid.AcidPlan.Property;
import io.rowlock.it.acid.AcidResult.Finding;
import io.rowlock.it.acid.AcidResult.Finding.Verdict;
import io.rowlock.it.acid.AcidRun.Databases;
import io.rowlock.it.acid.AcidRun.LayoutTrials;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Atomicity and isolation at some of the stop points; the command has all of them. */
@Tag("verify-all")
class AcidIT {

  private static final List<StopPoint> SOME_STOPS =
      List.of(StopPoint.BETWEEN_READS, StopPoint.BEFORE_PREWRITE, StopPoint.ALL_PREWRITTEN);

  private static EmbeddedHBase hbase;
  private static Connection connection;

  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    connection = hbase.connect();
  }

  @AfterAll
  static void stop() throws IOException {
    connection.close();
    hbase.close();
  }

  /** Plain HBase does not: so the tests can fail. */
  @Test
  void transactionsPass() throws IOException {
    load(Layout.NORMALIZED);
    List<Finding> findings = findings(Mode.TX, Layout.NORMALIZED, SOME_STOPS);
    assertThat(findings).hasSize(24).allMatch(finding -> finding.verdict() == Verdict.PASSED);
    Set<String> failed =
        findings(Mode.RAW_BATCHED, Layout.NORMALIZED, List.of(StopPoint.values())).stream()
            .filter(Finding::isFailure)
            .map(Finding::test)
            .collect(Collectors.toSet());
    assertThat(failed)
        .containsExactlyInAnyOrder(
            "Atomicity",
            "Isolation 1",
            "Isolation 2",
            "Isolation 3",
            "Isolation 4",
            "Isolation 5",
            "Isolation 6",
            "Isolation 7",
            "Isolation 8",
            "Isolation 9");
  }

  @Test
  void transactionsOfOneRequestPass() throws IOException {
    load(Layout.ONETABLE);
    List<Finding> findings = findings(Mode.TX, Layout.ONETABLE, SOME_STOPS);
    assertThat(findings).hasSize(48).noneMatch(Finding::isFailure);
    assertThat(findings)
        .filteredOn(finding -> finding.verdict() == Verdict.ABSENT)
        .extracting(finding -> finding.test() + " " + finding.stop())
        .contains("Isolation 3 SP2")
        .doesNotContain("Isolation 3 SP0", "Isolation 8 SP2");
  }

  private static void load(Layout layout) throws IOException {
    AcidPlan plan = plan(Mode.TX, SOME_STOPS);
    var unused = new Databases(connection, plan, new PrintWriter(new StringWriter())).load(layout);
  }

  private static List<Finding> findings(Mode mode, Layout layout, List<StopPoint> stops)
      throws IOException {
    Trials trials = new Trials(System.out::println);
    new LayoutTrials(plan(mode, stops), layout, trials).run(hbase.configuration());
    return trials.findings();
  }

  private static AcidPlan plan(Mode mode, List<StopPoint> stops) {
    AcidPlan plan = new AcidPlan();
    plan.mode = mode;
    plan.customers = 30;
    plan.tests = List.of(Property.ATOMICITY, Property.ISOLATION);
    plan.stops = stops;
    return plan;
  }
}
