package io.rowlock.it.soak;

import static io.rowlock.it.soak.Samples.MEGABYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.kit.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgementTest {

  @Test
  void flatHeapIsGoodWhateverTheFirstThirdDid() {
    Judgement judgement =
        Judgement.of(Samples.ofHeap(i -> (Math.min(i, 240) / 6 + 20 + i % 5) * MEGABYTE));
    assertThat(judgement.targets()).hasSize(2).allMatch(Target::isMet);
    assertThat(judgement.heapBytesPerHour()).isCloseTo(0, within(0.1 * MEGABYTE));
  }

  @Test
  void growingHeapIsFound() {
    // 40 MB in two hours: 60 and 73 MB in the middle of the last two thirds.
    Judgement judgement = Judgement.of(Samples.ofHeap(i -> 20 * MEGABYTE + i * MEGABYTE / 10));
    assertThat(missed(judgement))
        .containsExactly("heap of the lasting client, last third over middle third");
    assertThat(judgement.heapBytesPerHour()).isCloseTo(36 * MEGABYTE, within(0.1 * MEGABYTE));
  }

  @Test
  void singlePeakIsNoGrowth() {
    Judgement judgement = Judgement.of(Samples.ofHeap(i -> (i > 700 ? 200 : 40) * MEGABYTE));
    assertThat(missed(judgement)).isEmpty();
  }

  @Test
  void growingNumberOfThreadsIsFound() {
    Judgement judgement = Judgement.of(Samples.of(720, i -> 40 * MEGABYTE, i -> 40 + i / 20));
    assertThat(missed(judgement))
        .containsExactly("threads of the lasting client, last third over middle third");
  }

  @Test
  void thirdsShowRatesAndMedians() {
    Judgement judgement = Judgement.of(Samples.ofHeap(i -> 40 * MEGABYTE));
    assertThat(judgement.thirds())
        .contains(new Thirds("client: heap, MB", 40, 40, 40))
        .contains(new Thirds("client: threads", 40, 40, 40))
        .contains(new Thirds("commits per second", 10, 10, 10));
  }

  @Test
  void fewSamplesAreNotJudged() {
    assertThat(Judgement.of(List.of()).targets()).isEmpty();
    assertThat(Judgement.of(Samples.of(8, i -> i * MEGABYTE, i -> i)).targets()).isEmpty();
    assertThat(Judgement.of(Samples.of(9, i -> i * MEGABYTE, i -> i)).targets()).hasSize(2);
  }

  private static List<String> missed(Judgement judgement) {
    return judgement.targets().stream()
        .filter(target -> !target.isMet())
        .map(Target::what)
        .toList();
  }
}
