package io.rowlock.metrics;

import java.util.regex.Pattern;

/** Counts pieces of prose with words that CONTRIBUTING.md discourages. */
final class EnglishMetrics {

  private static final Pattern PERSONS = words("who|whoever|whom|somebody|nobody");
  private static final Pattern OTHERS =
      words("wants?|wanted|tells?|told|says|said|believes?|bears?|borne|lies|is to be|are to be");

  private int count;
  private int withPersons;
  private int withAny;

  private static Pattern words(String alternatives) {
    return Pattern.compile("\\b(?:" + alternatives + ")\\b", Pattern.CASE_INSENSITIVE);
  }

  void add(String prose) {
    boolean hasPersons = PERSONS.matcher(prose).find();
    count++;
    withPersons += hasPersons ? 1 : 0;
    withAny += hasPersons || OTHERS.matcher(prose).find() ? 1 : 0;
  }

  int count() {
    return count;
  }

  double percentWithPersons() {
    return percent(withPersons);
  }

  double percentWithAny() {
    return percent(withAny);
  }

  private double percent(int part) {
    return count == 0 ? 0 : 100.0 * part / count;
  }
}
