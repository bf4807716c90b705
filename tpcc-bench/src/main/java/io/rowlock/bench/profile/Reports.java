package io.rowlock.bench.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.measure.Json;
import io.rowlock.bench.measure.ResultDirectory;
import java.io.IOException;
import java.io.PrintWriter;

/** Writes the results for programs and for people. */
final class Reports {
  static final String POINTS = "points.csv";
  static final String SUMMARY = "summary.json";
  static final String PICTURE = "profile.png";

  private Reports() {}

  static void write(Outcome outcome, ResultDirectory directory, PrintWriter out)
      throws IOException {
    new TextReport(out).print(outcome);
    directory.stage(POINTS, PointsCsv.of(outcome.points()).getBytes(UTF_8));
    directory.stage(SUMMARY, json(outcome));
    stagePicture(outcome, directory, out);
    directory.publish();
    out.println("Results: " + directory);
    out.flush();
  }

  static byte[] json(Outcome outcome) throws IOException {
    return Json.of(outcome);
  }

  /** A picture is worth less than the figures: a JDK without fonts must not cost us those. */
  private static void stagePicture(Outcome outcome, ResultDirectory directory, PrintWriter out)
      throws IOException {
    try {
      directory.stage(PICTURE, Picture.of(outcome));
    } catch (LinkageError | InternalError e) {
      directory.remove(PICTURE);
      out.println("No " + PICTURE + ", as this JDK cannot draw: " + e);
    }
  }
}
