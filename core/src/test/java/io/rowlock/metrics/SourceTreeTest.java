package io.rowlock.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of a small source. */
class SourceTreeTest {

  private static final String SOURCE =
      """
      package room;

      /** A comment. */
      public final class Sample { // code, too
        /* two
           lines */
        private static final String URL = "http://host/*"; /* short */
        private static final char QUOTE = '"'; // "

        Sample(int a, int b, int c) {
        }

        private record Pair(int first, int second) {
          static final int THIRD = 3;

          Pair {
            assert first < second;
          }
        }
      }
      """;

  @TempDir private Path directory;

  private SourceTree tree() throws Exception {
    Files.writeString(directory.resolve("Sample.java"), SOURCE);
    return SourceTree.read(directory);
  }

  @Test
  void linesOfCodeAreThoseThatContainAny() throws Exception {
    SourceTree tree = tree();

    assertThat(tree.codeLines()).isEqualTo(13);
    assertThat(tree.commentLines()).isEqualTo(3);
  }

  @Test
  void parametersAndComponentsAreCounted() throws Exception {
    SourceTree tree = tree();

    assertThat(tree.constructorSizes().largest()).isEqualTo(3);
    assertThat(tree.constructorSizes().nameOfLargest()).isEqualTo("Sample");
    assertThat(tree.recordSizes().largest()).isEqualTo(2);
  }

  @Test
  void roomsAreMeasuredApart() throws Exception {
    SourceTree tree = tree();

    assertThat(tree.rooms()).containsOnlyKeys("room");
    assertThat(tree.rooms().get("room").fileSizes().largest()).isEqualTo(20);
  }

  @Test
  void textBlocksAreCode() {
    String quotes = "\"\"\"";
    String block = quotes + "\n// text\n" + quotes + "; // comment\n";

    assertThat(Comments.blanked(block).stripTrailing()).isEqualTo(block.substring(0, 16));
  }
}
