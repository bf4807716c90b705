package io.rowlock.bench.micro.profile;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.rowlock.bench.micro.profile.Operations.Choice;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RowChooserTest {
  @Test
  void rowsOfATransactionDiffer() {
    choices(new RowChooser(8, null, 0, 1))
        .forEach(choice -> assertThat(new HashSet<>(rows(choice))).hasSize(3));
    choices(new RowChooser(8, 2, 0, 1))
        .forEach(choice -> assertThat(new HashSet<>(rows(choice))).hasSize(3));
  }

  @Test
  void allRowsAreChosen() {
    Set<String> chosen =
        choices(new RowChooser(40, null, 0, 1))
            .flatMap(choice -> rows(choice).stream())
            .collect(Collectors.toSet());
    assertThat(chosen).hasSize(40).contains("00000000", "00000039");
  }

  @Test
  void writtenRowsAreHotOnesAndSpreadOverTheTable() {
    Set<String> written =
        choices(new RowChooser(100_000, 4, 0, 1))
            .flatMap(choice -> rows(choice).subList(0, 2).stream())
            .collect(Collectors.toSet());
    assertThat(written).containsExactlyInAnyOrder("00000000", "00025000", "00050000", "00075000");
  }

  /** Of ten rows, the first two ranks get (2/10)^(1 - 0.5) of all choices: 0.45. */
  @Test
  void skewPrefersFewRowsAndScattersThem() {
    RowChooser skewed = new RowChooser(10, null, 0.5, 1);
    Map<String, Long> counts =
        choices(skewed).collect(groupingBy(choice -> rows(choice).get(0), counting()));
    assertThat(counts).hasSize(10);
    List<String> byFrequency =
        counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(Map.Entry::getKey)
            .toList();
    assertThat(byFrequency).startsWith("00000000", "00000003");
    long most = byFrequency.stream().limit(2).mapToLong(counts::get).sum();
    assertThat(most / 2000.0).isCloseTo(0.45, offset(0.04));
  }

  @Test
  void theRowOnlyReadComesFromTheWholeTable() {
    Set<String> read =
        choices(new RowChooser(100_000, 4, 0, 1))
            .map(choice -> rows(choice).get(2))
            .collect(Collectors.toSet());
    assertThat(read).hasSizeGreaterThan(1000);
  }

  @Test
  void writtenRowsLieInDifferentRegionsWhereThatIsAsked() {
    assertThat(choices(new RowChooser(10, null, 0, 4)).map(RowChooserTest::regionsOfWritten))
        .allSatisfy(regions -> assertThat(regions).doesNotHaveDuplicates());
    assertThat(choices(new RowChooser(10, 5, 0, 4)).map(RowChooserTest::regionsOfWritten))
        .allSatisfy(regions -> assertThat(regions).doesNotHaveDuplicates());
    assertThat(choices(new RowChooser(10, null, 0, 1)).map(RowChooserTest::regionsOfWritten))
        .anySatisfy(regions -> assertThat(new HashSet<>(regions)).hasSize(1));
  }

  @Test
  void equalSeedsChooseEqually() {
    RowChooser chooser = new RowChooser(100, null, 0, 1);
    assertThat(choices(chooser).map(RowChooserTest::rows).toList())
        .isEqualTo(choices(chooser).map(RowChooserTest::rows).toList());
  }

  @Test
  void valuesHaveTheirSize() {
    assertThat(new RowChooser(8, null, 0, 1).choose(new SplittableRandom(1)).value()).hasSize(100);
  }

  private static Stream<Choice> choices(RowChooser chooser) {
    SplittableRandom random = new SplittableRandom(42);
    return Stream.generate(() -> chooser.choose(random)).limit(2000);
  }

  /** Of 10 rows in 4 regions, which begin with rows 0, 2, 5 and 7. */
  private static List<Integer> regionsOfWritten(Choice choice) {
    return rows(choice).subList(0, 2).stream()
        .map(Integer::valueOf)
        .map(row -> row < 2 ? 0 : row < 5 ? 1 : row < 7 ? 2 : 3)
        .toList();
  }

  private static List<String> rows(Choice choice) {
    return Stream.of(choice.firstWritten(), choice.secondWritten(), choice.readOnly())
        .map(key -> new String(key, US_ASCII))
        .toList();
  }
}
