package io.rowlock.it.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Changes the files that the first pass of a vacuum writes, so that tests need not wait a day. */
public final class VacuumFiles {

  /** A day, and more than any clock is off. */
  public static final Duration AGE = Duration.ofHours(25);

  private static final Pattern TIME = Pattern.compile("(\"serversTime\":)(\\d+)");

  private VacuumFiles() {}

  /** Moves the time of the first pass into the past, by {@link #AGE}. */
  public static void age(Path file) throws IOException {
    String text = Files.readString(file);
    Files.writeString(file, TIME.matcher(text).replaceAll(VacuumFiles::earlier));
  }

  private static String earlier(MatchResult time) {
    return time.group(1) + (Long.parseLong(time.group(2)) - AGE.toMillis());
  }
}
