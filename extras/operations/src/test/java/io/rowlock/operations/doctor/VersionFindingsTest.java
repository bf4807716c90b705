package io.rowlock.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.operations.doctor.ClusterFinding.Severity;
import org.junit.jupiter.api.Test;

/** Versions that were not tested are findings. */
class VersionFindingsTest {

  @Test
  void testedVersionsAreANote() {
    assertThat(new VersionFindings("2.5.13-hadoop3", "2.6.1").findings())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.NOTE);
              assertThat(found.value())
                  .contains("Rowlock ", "Java ", "client 2.5.13-hadoop3", "HBase 2.6.1");
            });
  }

  @Test
  void untestedVersionsAreNamed() {
    assertThat(new VersionFindings("2.4.18", "3.0.0").findings())
        .filteredOn(ClusterFinding::isProblem)
        .extracting(ClusterFinding::command)
        .containsExactly("scripts/compatibility 2.4.18", "scripts/compatibility 3.0.0");
  }

  @Test
  void masterThatDoesNotSayIsUntested() {
    assertThat(VersionFindings.of(Reports.of(3_000)).master()).isEqualTo("2.6.1");
    assertThat(new VersionFindings("2.6.1", "unknown").findings())
        .filteredOn(ClusterFinding::isProblem)
        .hasSize(1);
  }
}
