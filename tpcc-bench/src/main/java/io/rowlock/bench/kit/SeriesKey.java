package io.rowlock.bench.kit;

import java.util.Map;

/** What is compared. The points of a series differ in their round only. */
public interface SeriesKey {

  /** The fields that identify it in files. */
  default Map<String, Object> fields() {
    return Map.of("series", this);
  }
}
