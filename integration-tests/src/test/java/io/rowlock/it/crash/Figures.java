package io.rowlock.it.crash;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the faults of clients and servers. */
final class Figures {

  /** The kinds of faults. */
  enum Kind {
    CLIENTS_STARTED("clients started"),
    CLIENTS_NOT_CONNECTED("clients that could not reach HBase"),
    CLIENTS_KILLED_AT_RANDOM("clients killed at random"),
    CLIENTS_KILLED_AT_A_STEP("clients ended at a step of their protocol"),
    CLIENTS_PAUSED("clients paused past the lease and continued"),
    SERVERS_KILLED("region servers killed"),
    SERVERS_PAUSED("region servers paused past the lease and continued"),
    SERVERS_KILLED_AFTER_SESSION("region servers paused past their session, then killed"),
    SERVERS_LOST("region servers that ended by themselves after a pause");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    String meaning() {
      return meaning;
    }
  }

  private final Map<Kind, AtomicLong> counts = new ConcurrentSkipListMap<>();
  private final Map<String, AtomicLong> steps = new ConcurrentSkipListMap<>();

  void count(Kind kind) {
    long unused = counts.computeIfAbsent(kind, first -> new AtomicLong()).incrementAndGet();
  }

  /** Counts a client that ended itself. */
  void countStep(String where) {
    count(Kind.CLIENTS_KILLED_AT_A_STEP);
    long unused = steps.computeIfAbsent(where, first -> new AtomicLong()).incrementAndGet();
  }

  long of(Kind kind) {
    AtomicLong count = counts.get(kind);
    return count == null ? 0 : count.get();
  }

  long clientKills() {
    return of(Kind.CLIENTS_KILLED_AT_RANDOM) + of(Kind.CLIENTS_KILLED_AT_A_STEP);
  }

  long serverKills() {
    return of(Kind.SERVERS_KILLED) + of(Kind.SERVERS_KILLED_AFTER_SESSION);
  }

  /** The steps at which clients have ended themselves, with their number. */
  Map<String, Long> steps() {
    Map<String, Long> copy = new TreeMap<>();
    steps.forEach((where, count) -> copy.put(where, count.get()));
    return copy;
  }
}
