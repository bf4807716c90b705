package io.rowlock.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clocks are judged by what the reports of the servers leave no doubt of. */
class ClockFindingsTest {

  private static final long NOW = 1_000_000_000;
  private static final long INTERVAL = 3_000;

  private static List<ClusterFinding> findings(long... reports) {
    long[] times = Arrays.stream(reports).map(report -> NOW + report).toArray();
    return ClockFindings.of(ClockLead.of(Reports.of(INTERVAL, times), NOW - 100, NOW));
  }

  private static List<ClusterFinding> problems(long... reports) {
    return findings(reports).stream().filter(ClusterFinding::isProblem).toList();
  }

  @Test
  void errorBarIsTheAgeOfTheReport() {
    assertThat(findings(-1_000, -2_500))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.NOTE);
              assertThat(found.value()).isEqualTo("-2.5 to 5.1 s");
              assertThat(found.message()).contains("2 region servers", "± 3.1 s");
            });
  }

  @Test
  void clockThatIsSurelyOffIsNamed() {
    assertThat(problems(60_000)).isEmpty();
    assertThat(problems(-66_100)).isEmpty();

    assertThat(problems(61_000))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.WARNING);
              assertThat(found.setting()).isEqualTo("clock of server1:1");
              assertThat(found.value()).isEqualTo("64.1 ± 3.1 s ahead of this machine's");
              assertThat(found.message()).contains("at least 61.0 s ahead of this machine's.");
              assertThat(found.command()).contains("chronyc");
            });
    assertThat(problems(-70_000))
        .singleElement()
        .extracting(ClusterFinding::message)
        .asString()
        .contains("at least 63.9 s behind this machine's, or its reports to the master are late");
  }

  @Test
  void clientsDoNotStartBeyondTenMinutes() {
    assertThat(problems(601_000)).extracting(ClusterFinding::severity).contains(Severity.ERROR);
    assertThat(problems(-607_000)).extracting(ClusterFinding::severity).contains(Severity.ERROR);
  }

  @Test
  void serversThatAreFarApartAreNamed() {
    assertThat(problems(20_000, -16_000)).as("36 s, less the age of a report").isEmpty();

    assertThat(problems(20_000, 0, -20_000))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.value()).isEqualTo("33.9 s apart");
              assertThat(found.message())
                  .contains("clock of server1:1", "ahead of that of server3:3", "rowlock enable");
            });
  }

  @Test
  void serversWithoutAReportAreUnknown() {
    assertThat(findings()).extracting(ClusterFinding::value).containsExactly("unknown");
    assertThat(ClockLead.of(Reports.of(INTERVAL, 0), NOW, NOW)).isEmpty();
  }

  @Test
  void firstReportHasAWideErrorBar() {
    assertThat(ClockLead.of(Reports.of(NOW, NOW), NOW, NOW))
        .containsExactly(new ClockLead("server1:1", 0, 120_000));
  }
}
