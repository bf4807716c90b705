package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.contention.ContentionClient.Counts;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The audits of a window.
 *
 * @param fewest in any second of the window; null of a client that does not audit
 * @param wrong sums that are not those of the accounts
 */
record Audits(Tally tally, Counts counts, @Nullable Integer fewest, List<String> wrong) {
  static final Audits NONE = new Audits(new Tally(), Counts.NONE, null, List.of());

  /** The sum with the audits of another client, of which only one audits. */
  Audits plus(Audits other) {
    return new Audits(
        Tally.sum(tally, other.tally),
        counts.plus(other.counts),
        fewest == null ? other.fewest : fewest,
        Stream.concat(wrong.stream(), other.wrong.stream()).toList());
  }
}
