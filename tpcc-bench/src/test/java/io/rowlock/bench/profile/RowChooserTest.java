package io.rowlock.bench.profile;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RowChooserTest {
  @Test
  void rowsOfATransactionDiffer() {
    choices(new RowChooser(8, null))
        .forEach(choice -> assertThat(new HashSet<>(rows(choice))).hasSize(3));
    choices(new RowChooser(8, 2))
        .forEach(choice -> assertThat(new HashSet<>(rows(choice))).hasSize(3));
  }

  @Test
  void allRowsAreChosen() {
    Set<String> chosen =
        choices(new RowChooser(40, null))
            .flatMap(choice -> rows(choice).stream())
            .collect(Collectors.toSet());
    assertThat(chosen).hasSize(40).contains("00000000", "00000039");
  }

  @Test
  void writtenRowsAreHotOnesAndSpreadOverTheTable() {
    Set<String> written =
        choices(new RowChooser(100_000, 4))
            .flatMap(choice -> rows(choice).subList(0, 2).stream())
            .collect(Collectors.toSet());
    assertThat(written).containsExactlyInAnyOrder("00000000", "00025000", "00050000", "00075000");
  }

  @Test
  void theRowOnlyReadComesFromTheWholeTable() {
    Set<String> read =
        choices(new RowChooser(100_000, 4))
            .map(choice -> rows(choice).get(2))
            .collect(Collectors.toSet());
    assertThat(read).hasSizeGreaterThan(1000);
  }

  @Test
  void equalSeedsChooseEqually() {
    RowChooser chooser = new RowChooser(100, null);
    assertThat(choices(chooser).map(RowChooserTest::rows).toList())
        .isEqualTo(choices(chooser).map(RowChooserTest::rows).toList());
  }

  @Test
  void valuesHaveTheirSize() {
    assertThat(new RowChooser(8, null).choose(new SplittableRandom(1)).value()).hasSize(100);
  }

  private static Stream<Choice> choices(RowChooser chooser) {
    SplittableRandom random = new SplittableRandom(42);
    return Stream.generate(() -> chooser.choose(random)).limit(2000);
  }

  private static List<String> rows(Choice choice) {
    return Stream.of(choice.firstWritten(), choice.secondWritten(), choice.readOnly())
        .map(key -> new String(key, US_ASCII))
        .toList();
  }
}
