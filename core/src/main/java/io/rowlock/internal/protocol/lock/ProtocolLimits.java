package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.store.Mechanism.COMBINED_COMMITS;
import static io.rowlock.internal.store.Mechanism.HAND_OVER;
import static io.rowlock.internal.store.Mechanism.SECOND_REQUEST;
import static io.rowlock.internal.store.Mechanism.SHARED_WRITES;

import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.RegionLimits;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one client's work. Only tests and benchmarks change them. Safety must not depend on
 * them.
 *
 * @param region how much one request to a region may carry
 * @param pageRows the rows in one page when a range is validated
 * @param busyCommits the commits to a table after which a client looks whether a long reader waits
 * @param notice how long before it opens its snapshot a long reader announces itself
 */
public record ProtocolLimits(
    Tries tries,
    TrailLimits trail,
    RegionLimits region,
    int pageRows,
    Mechanisms mechanisms,
    int busyCommits,
    Duration notice) {

  public static final ProtocolLimits DEFAULT =
      new ProtocolLimits(
          Tries.DEFAULT,
          TrailLimits.DEFAULT,
          RegionLimits.DEFAULT,
          1_000,
          Mechanisms.DEFAULT,
          25,
          Duration.ofMillis(400));

  /**
   * The mechanisms for speed of one client. Only tests and benchmarks change them. Safety must not
   * depend on them.
   *
   * @param members the transactions that commit as one, at most; 1 for no combined commits
   * @param regionRequests the writes under way to a region at a time; later ones share a request
   * @param handOvers how often the hold on a row goes on within a process, before others come first
   * @param secondRequest whether locks are prefetched from servers from which no row is read
   */
  public record Mechanisms(int members, int regionRequests, int handOvers, boolean secondRequest) {

    /** The system property in which a benchmark names those that are on, separated by commas. */
    public static final String PROPERTY = "rowlock.internal.mechanisms";

    private static final Set<Mechanism> OF_USERS = EnumSet.allOf(Mechanism.class);

    public static final Mechanisms DEFAULT = named(System.getProperty(PROPERTY));

    /** Returns limits with which these mechanisms are on, and no others. */
    public static Mechanisms of(Set<Mechanism> on) {
      return new Mechanisms(
          on.contains(COMBINED_COMMITS) ? 64 : 1,
          on.contains(SHARED_WRITES) ? 2 : Integer.MAX_VALUE,
          on.contains(HAND_OVER) ? 7 : 0,
          on.contains(SECOND_REQUEST));
    }

    /** Returns those of the property's value; those of users without one. */
    public static Mechanisms named(@Nullable String labels) {
      return labels == null
          ? of(OF_USERS)
          : of(
              Splitter.on(',')
                  .omitEmptyStrings()
                  .splitToStream(labels)
                  .map(Mechanism::named)
                  .collect(Collectors.toSet()));
    }
  }
}
