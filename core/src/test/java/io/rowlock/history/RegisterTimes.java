package io.rowlock.history;

import io.rowlock.history.Dependency.EdgeType;
import io.rowlock.history.KeyHistory.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of a register's versions by real time, if the store has given none.
 *
 * <p>A version certainly existed when its transaction had ended, or a transaction that has read
 * something of it. It was still the current one when its transaction began, and when a transaction
 * that has read it began. So of two versions, the one that existed before the other was still
 * current came first: as the later one it would have replaced the other before. If this applies to
 * neither, they overlap, and have no order.
 *
 * <p>A transaction that has read a version came before all later ones. Edges lead to the first of
 * them and to those that overlap with it; these lead on to all others.
 */
final class RegisterTimes {

  private record Reader(int number, EdgeType missing) {}

  /**
   * A version of one register.
   *
   * @param thereAt the end of the first transaction that shows its existence
   * @param currentAt the beginning of the last transaction that shows it to be current
   */
  private record Version(Write write, long thereAt, long currentAt) {}

  private final HistoryIndex index;
  private final DependencyGraph graph;
  private final long[] thereAt;
  private final Map<Write, List<Reader>> readers = new HashMap<>();

  RegisterTimes(HistoryIndex index, DependencyGraph graph) {
    this.index = index;
    this.graph = graph;
    thereAt = new long[index.size()];
    for (int number = 0; number < thereAt.length; number++) {
      thereAt[number] = DependencyGraph.end(index.transaction(number));
    }
  }

  /**
   * Notes a committed transaction that has read a write of another one.
   *
   * @param missing the kind of edge that leads from it to a later version
   */
  void addRead(int reader, KeyHistory key, Write write, EdgeType missing) {
    long end = DependencyGraph.end(index.transaction(reader));
    thereAt[write.writer] = Math.min(thereAt[write.writer], end);
    if (!key.isOrdered()) {
      readers.computeIfAbsent(write, any -> new ArrayList<>()).add(new Reader(reader, missing));
    }
  }

  /** Adds the edges; the caller must have added all reads. */
  void addEdges() {
    for (KeyHistory key : index.keys()) {
      if (!key.isOrdered()) {
        addEdges(key, versionsOf(key));
      }
    }
  }

  /** Returns all committed versions, in the order in which they were current. */
  private List<Version> versionsOf(KeyHistory key) {
    List<Version> versions = new ArrayList<>();
    for (Write write : key.writes()) {
      if (index.isCommitted(write.writer) && !write.overwritten) {
        long currentAt = index.transaction(write.writer).beginNanos();
        for (Reader reader : readersOf(write)) {
          currentAt = Math.max(currentAt, index.transaction(reader.number()).beginNanos());
        }
        versions.add(new Version(write, thereAt[write.writer], currentAt));
      }
    }
    versions.sort(Comparator.comparingLong(Version::currentAt));
    return versions;
  }

  private List<Reader> readersOf(Write write) {
    return readers.getOrDefault(write, List.of());
  }

  private void addEdges(KeyHistory key, List<Version> versions) {
    int[] firsts = new int[versions.size()];
    int[] seconds = new int[versions.size()];
    rank(versions, firsts, seconds);
    for (Version version : versions) {
      int from = firstCurrentAfter(versions, version.thereAt());
      if (from < versions.size()) {
        boolean isItself = versions.get(firsts[from]).equals(version);
        int next = isItself ? seconds[from] : firsts[from];
        if (next >= 0) {
          addEdges(key, version, versions, from, versions.get(next));
        }
      }
    }
  }

  /**
   * Finds, for each position, which of the versions from there on existed first; -1 if there is
   * none.
   */
  private static void rank(List<Version> versions, int[] firsts, int[] seconds) {
    int first = -1;
    int second = -1;
    for (int at = versions.size() - 1; at >= 0; at--) {
      long thereAt = versions.get(at).thereAt();
      if (first < 0 || thereAt < versions.get(first).thereAt()) {
        second = first;
        first = at;
      } else if (second < 0 || thereAt < versions.get(second).thereAt()) {
        second = at;
      }
      firsts[at] = first;
      seconds[at] = second;
    }
  }

  private static int firstCurrentAfter(List<Version> versions, long time) {
    int low = 0;
    int high = versions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (versions.get(middle).currentAt() > time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void addEdges(
      KeyHistory key, Version earlier, List<Version> versions, int from, Version next) {
    addEdges(key, earlier.write(), next.write());
    for (int at = from;
        at < versions.size() && versions.get(at).currentAt() <= next.thereAt();
        at++) {
      Version later = versions.get(at);
      if (!later.equals(earlier) && !later.equals(next)) {
        addEdges(key, earlier.write(), later.write());
      }
    }
  }

  private void addEdges(KeyHistory key, Write earlier, Write later) {
    graph.add(earlier.writer, later.writer, EdgeType.TIMED_WRITE_WRITE, key, later.value);
    for (Reader reader : readersOf(earlier)) {
      graph.add(reader.number(), later.writer, reader.missing(), key, later.value);
    }
  }
}
