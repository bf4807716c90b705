package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.SeriesKey;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is measured.
 *
 * @param work what every thread does over and over
 * @param rows written by one piece of work
 * @param regions that its rows lie in, or may lie in
 * @param servers that the regions lie on
 * @param delayMillis added to every request
 * @param commitsBefore of the same row, where that matters
 */
record Subject(
    PartName part,
    String work,
    int rows,
    int regions,
    int servers,
    int threads,
    int delayMillis,
    int commitsBefore)
    implements SeriesKey {

  /** One row by one thread, on one server, nothing slowed down. */
  static Subject of(PartName part, String work) {
    return new Subject(part, work, 1, 1, 1, 1, 0, 0);
  }

  Subject rows(int count) {
    return new Subject(part, work, count, regions, servers, threads, delayMillis, commitsBefore);
  }

  Subject regions(int count) {
    return new Subject(part, work, rows, count, servers, threads, delayMillis, commitsBefore);
  }

  Subject servers(int count) {
    return new Subject(part, work, rows, regions, count, threads, delayMillis, commitsBefore);
  }

  Subject threads(int count) {
    return new Subject(part, work, rows, regions, servers, count, delayMillis, commitsBefore);
  }

  Subject delayMillis(int millis) {
    return new Subject(part, work, rows, regions, servers, threads, millis, commitsBefore);
  }

  Subject commitsBefore(int count) {
    return new Subject(part, work, rows, regions, servers, threads, delayMillis, count);
  }

  Subject work(String other) {
    return new Subject(part, other, rows, regions, servers, threads, delayMillis, commitsBefore);
  }

  String workAndRegions() {
    return work + ", " + regions + (regions == 1 ? " region" : " regions");
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("part", part);
    fields.put("work", work);
    fields.put("rows", rows);
    fields.put("regions", regions);
    fields.put("servers", servers);
    fields.put("threads", threads);
    fields.put("delayMillis", delayMillis);
    fields.put("commitsBefore", commitsBefore);
    return fields;
  }
}
