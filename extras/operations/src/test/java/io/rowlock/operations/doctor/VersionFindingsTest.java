package io.rowlock.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Versions that were not tested, and servers that differ, are findings. */
class VersionFindingsTest {

  @Test
  void testedVersionsAreANote() {
    assertThat(new VersionFindings("2.5.13-hadoop3", Set.of("2.6.1")).findings())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.NOTE);
              assertThat(found.value())
                  .contains("Rowlock ", "Java ", "client 2.5.13-hadoop3", "HBase 2.6.1");
            });
  }

  @Test
  void serversThatDifferAreNamed() {
    VersionFindings versions = VersionFindings.of(Reports.of(3_000, "2.6.2", 1, 2));

    assertThat(versions.servers()).containsExactly("2.6.1", "2.6.2");
    assertThat(versions.findings())
        .filteredOn(ClusterFinding::isProblem)
        .extracting(ClusterFinding::value)
        .containsExactly("2.6.1, 2.6.2");
  }

  @Test
  void untestedVersionIsNamed() {
    assertThat(new VersionFindings("2.4.18", Set.of("3.0.0")).findings())
        .filteredOn(ClusterFinding::isProblem)
        .extracting(ClusterFinding::command)
        .containsExactly("scripts/compatibility 2.4.18", "scripts/compatibility 3.0.0");
  }
}
