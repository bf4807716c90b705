package io.rowlock.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the ratchet refuses, and what an update changes. */
class RatchetRulesTest {

  private static final Ratchet LIMITS =
      Ratchet.parse(
          """
          # a comment
          module core code 1000
          path read classes 10
          room core:lock files 5 file 200 constructor 12
          """);

  @Test
  void sameNumbersAreAccepted() {
    assertThat(LIMITS.flaws(measured(1000, 10, 5))).isEmpty();
  }

  @Test
  void everyNumberThatGrowsIsRefused() {
    assertThat(LIMITS.flaws(measured(1001, 11, 6)))
        .containsExactly(
            "module core: code 1001 is more than 1000",
            "path read: classes 11 is more than 10",
            "room core:lock: files 6 is more than 5");
  }

  @Test
  void numbersThatAreNotRecordedAreRefused() {
    Ratchet measured = measured(1000, 10, 5);
    measured.put("room core:more", "files", 1);

    assertThat(LIMITS.flaws(measured))
        .singleElement()
        .asString()
        .startsWith("room core:more: files 1 is not recorded");
  }

  @Test
  void roomThatIsGoneIsRefused() {
    Ratchet measured = new Ratchet();
    measured.put("module core", "code", 1000);
    measured.put("path read", "classes", 10);

    assertThat(LIMITS.flaws(measured))
        .singleElement()
        .asString()
        .startsWith("room core:lock is gone");
  }

  @Test
  void smallLossesOfCodeAreAcceptedAndLargeOnesRecorded() {
    assertThat(LIMITS.flaws(measured(900, 10, 3))).isEmpty();
    assertThat(LIMITS.flaws(measured(899, 10, 3)))
        .singleElement()
        .asString()
        .startsWith("module core: code 899 is far less than 1000");
  }

  @Test
  void shorterPathIsRecorded() {
    assertThat(LIMITS.flaws(measured(1000, 9, 5))).hasSize(1);
  }

  @Test
  void updateLowersAndNeverRaises() {
    Ratchet measured = measured(840, 11, 4);

    Ratchet lowered = LIMITS.lowered(measured);

    assertThat(lowered.text()).contains("code 900", "classes 10", "files 4");
    assertThat(lowered.flaws(measured)).containsExactly("path read: classes 11 is more than 10");
  }

  @Test
  void updateRecordsNothingBelowTheNorm() {
    Ratchet measured = measured(1000, 10, 5);
    measured.put("room core:lock", "file", 80);
    measured.put("room core:lock", "constructor", 2);

    assertThat(LIMITS.lowered(measured).text()).contains("file 150", "constructor 8");
  }

  @Test
  void updateAddsAndRemovesRooms() {
    Ratchet measured = new Ratchet();
    measured.put("room core:more", "files", 3);

    assertThat(LIMITS.lowered(measured).text())
        .contains("room core:more", "files 3")
        .doesNotContain("core:lock");
  }

  @Test
  void textIsRead() {
    assertThat(Ratchet.parse(LIMITS.text()).text()).isEqualTo(LIMITS.text());
  }

  private static Ratchet measured(int code, int classes, int files) {
    Ratchet measured = new Ratchet();
    measured.put("module core", "code", code);
    measured.put("path read", "classes", classes);
    measured.put("room core:lock", "files", files);
    return measured;
  }
}
