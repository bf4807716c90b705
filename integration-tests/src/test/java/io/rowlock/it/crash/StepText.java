package io.rowlock.it.crash;

import io.rowlock.history.Step;
import io.rowlock.history.Step.Append;
import io.rowlock.history.Step.ReadList;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.common.base.Joiner;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** Writes steps on lists as text without blanks: {@code a:key:7;r:key:1,2,3;s:key:}. */
final class StepText {

  private StepText() {}

  static String write(List<Step> steps) {
    return Joiner.on(';').join(steps.stream().map(StepText::write).iterator());
  }

  private static String write(Step step) {
    if (step instanceof Append append) {
      return "a:" + append.key() + ":" + append.element();
    }
    ReadList read = (ReadList) step;
    String kind = read.fromRange() ? "s:" : "r:";
    return kind + read.key() + ":" + Joiner.on(',').join(read.elements());
  }

  static List<Step> read(String text) {
    List<Step> steps = new ArrayList<>();
    for (String step : Splitter.on(';').omitEmptyStrings().split(text)) {
      List<String> parts = Splitter.on(':').splitToList(step);
      steps.add(step(parts.get(0), parts.get(1), parts.get(2)));
    }
    return steps;
  }

  private static Step step(String kind, String key, String numbers) {
    if (kind.equals("a")) {
      return new Append(key, Long.parseLong(numbers));
    }
    List<Long> elements = new ArrayList<>();
    for (String element : Splitter.on(',').omitEmptyStrings().split(numbers)) {
      elements.add(Long.valueOf(element));
    }
    return new ReadList(key, elements, kind.equals("s"));
  }
}
