package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the README shows is what is compiled. */
class ReadmeTest {

  @Test
  void theExampleOfTheReadmeIsTheOneThatIsCompiled() throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    assertThat(between(readme, "```java\n", "```")).isEqualTo(compiledExample());
  }

  private static String compiledExample() throws IOException {
    Path source = Path.of("src/test/java/io/rowlock/docs/ReadmeExample.java");
    return between(Files.readString(source), "  // example\n", "  // end\n").indent(-2);
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start) + start.length();
    assertThat(from).as("'%s' is there", start).isGreaterThanOrEqualTo(start.length());
    return text.substring(from, text.indexOf(end, from));
  }
}
