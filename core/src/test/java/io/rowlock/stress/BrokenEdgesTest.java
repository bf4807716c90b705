package io.rowlock.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.stress.BrokenScene.Edge;
import io.rowlock.stress.BrokenScene.Style;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whichever call at the edge of the library meets an error: every call of a user ends, nothing
 * stays in a line, a lane or a timer, and other processes get the rows.
 */
class BrokenEdgesTest {

  @ParameterizedTest
  @EnumSource(Edge.class)
  void errorLeavesNothingBehind(Edge edge) {
    for (Style style : Style.values()) {
      int calls = new BrokenScene(edge, style, -1).play();
      assertThat(calls).isGreaterThanOrEqualTo(10);
      SoftAssertions softly = new SoftAssertions();
      for (int i = 0; i < calls; i++) {
        BrokenScene scene = new BrokenScene(edge, style, i);
        int unused = scene.play();
        String number = "%s %d, %s".formatted(edge, i, style);
        softly.assertThat(scene.hanging()).as("hanging calls after %s", number).isZero();
        softly.assertThat(scene.isDrained()).as("drained after %s", number).isTrue();
        softly.assertThat(scene.leftovers()).as("left after %s", number).isEmpty();
        softly.assertThat(scene.areRowsFree()).as("rows are free after %s", number).isTrue();
      }
      softly.assertAll();
    }
  }
}
