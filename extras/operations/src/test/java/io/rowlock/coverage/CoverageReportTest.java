package io.rowlock.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.mutation.SourceRoots;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report of a library of which nothing has run, with arguments. */
class CoverageReportTest {

  private static final String LINE = "if (!limits.writes()) {";

  private final StringWriter out = new StringWriter();

  private boolean print(List<Argument> arguments) throws Exception {
    List<Class<?>> measured = List.of(ActiveTransaction.class);
    MeasuredClasses classes = new MeasuredClasses(measured);
    return new CoverageReport(classes.coverage(), measured, SourceRoots.all(), arguments)
        .print(new PrintWriter(out, true));
  }

  @Test
  void branchesNotTakenAreReported() throws Exception {
    assertThat(print(List.of())).isFalse();
    assertThat(out.toString())
        .startsWith("io.rowlock.internal.transaction: 0 of ")
        .contains(" branches taken, 0.00 %; ", "; ", " left over, of which 0 argued\n")
        .containsPattern("\n {2}RowUpdates.refuseIfReadOnly:\\d+ {2}2 of 2 {2}if \\(!limits");
  }

  @Test
  void arguedBranchesAreNotReported() throws Exception {
    assertThat(print(List.of(new Argument("RowUpdates", LINE, "why not")))).isFalse();
    assertThat(out.toString()).contains(", of which 2 argued\n").doesNotContain("refuseIfReadOnly");
  }

  @Test
  void anArgumentAboutNothingIsAnError() throws Exception {
    print(List.of(new Argument("RowUpdates", "if (gone) {", "why not")));
    assertThat(out.toString()).endsWith("argued, but taken or gone: RowUpdates  if (gone) {\n");
  }

  @Test
  void argumentAboutRareBranchMustNameALine() throws Exception {
    print(List.of(new Argument("RowUpdates", "if (gone) {", "Rare: why not")));
    assertThat(out.toString()).endsWith("argued, but taken or gone: RowUpdates  if (gone) {\n");
  }

  @Test
  void branchesTakenAreNoReasonAgainstARareOne() {
    List<Branches> taken = List.of(new Branches("package", "RowUpdates", "method", 1, LINE, 0, 2));
    assertThat(new Argument("RowUpdates", LINE, "Never").isIdle(taken)).isTrue();
    assertThat(new Argument("RowUpdates", LINE, "Rare: once").isIdle(taken)).isFalse();
  }

  @Test
  void argumentsAreParagraphsOfThreeLines() {
    assertThat(Argument.parse("# Why\n\nA\n  if (x) {\n  never\n\n\nB\n  y ? 1 : 2\n  no\n"))
        .containsExactly(
            new Argument("A", "if (x) {", "never"), new Argument("B", "y ? 1 : 2", "no"));
    assertThat(Argument.parse("# none\n")).isEmpty();
    assertThatThrownBy(() -> Argument.parse("A\n  if (x) {\n"))
        .hasMessageStartingWith("Not an argument of three lines: A");
  }

  @Test
  void theListThatIsThereIsWellFormed() {
    assertThat(Argument.all()).allMatch(one -> !one.why().isBlank()).doesNotHaveDuplicates();
  }
}
