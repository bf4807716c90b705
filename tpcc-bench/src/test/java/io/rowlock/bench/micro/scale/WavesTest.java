package io.rowlock.bench.micro.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.micro.scale.Wire.Waves;
import org.junit.jupiter.api.Test;

class WavesTest {
  private final Waves waves = new Waves();

  @Test
  void requestsSentTogetherAreOneWave() {
    Waves.Place first = waves.sent();
    Waves.Place second = waves.sent();
    waves.answered(first);
    waves.answered(second);
    assertThat(waves.count()).isEqualTo(1);
  }

  @Test
  void requestAfterAnAnswerIsTheNextWave() {
    waves.answered(waves.sent());
    waves.answered(waves.sent());
    assertThat(waves.count()).isEqualTo(2);
  }

  @Test
  void lateAnswerOfTheFirstWaveDoesNotLengthenTheSecond() {
    Waves.Place first = waves.sent();
    Waves.Place slow = waves.sent();
    waves.answered(first);
    Waves.Place next = waves.sent();
    waves.answered(slow);
    waves.answered(next);
    assertThat(waves.count()).isEqualTo(2);
  }

  @Test
  void answersFromBeforeDoNotCount() {
    Waves.Place before = waves.sent();
    waves.restart();
    waves.answered(before);
    assertThat(waves.count()).isZero();
  }

  @Test
  void whatIsNotAnsweredIsNotWaitedFor() {
    var unused = waves.sent();
    assertThat(waves.count()).isZero();
  }
}
