package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The properties of a graph that the guide shows, so that what is tried is what users copy. */
final class GuideSettings {

  private static final Pattern BLOCK =
      Pattern.compile("^ *```\\n(?<properties>(?: *[\\w.-]+=.*\\n)+?) *```$", Pattern.MULTILINE);

  private final String text;

  private GuideSettings(String text) {
    this.text = text;
  }

  static GuideSettings read(Path guide) throws IOException {
    return new GuideSettings(Files.readString(guide));
  }

  /**
   * Returns the properties of the block that names the storage backend of the mode.
   *
   * @throws IllegalArgumentException if there is no such block
   */
  Properties of(StorageMode mode) throws IOException {
    String backend = mode.settings("").get("storage.backend");
    String block =
        BLOCK
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .filter(candidate -> candidate.contains("storage.backend=" + backend + "\n"))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("The guide has no block for " + mode.label()));
    Properties properties = new Properties();
    properties.load(new StringReader(block.replace("```", "")));
    return properties;
  }
}
