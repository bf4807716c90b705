package io.rowlock.bench.micro.scale;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Label;

/** What grows. */
enum PartName implements Label {
  ROWS("rows"),
  DELAY("delay"),
  HOT_ROW("hot-row"),
  REGIONS("regions"),
  SERVERS("servers"),
  LOCKS("locks");

  private final String label;

  PartName(String label) {
    this.label = label;
  }

  @Override
  @JsonValue
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
