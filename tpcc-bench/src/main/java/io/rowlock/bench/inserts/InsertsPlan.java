package io.rowlock.bench.inserts;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.inserts.Series.IdKind;
import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.clients.ClientOptions;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The plan of a run, as options of the command. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE)
final class InsertsPlan {
  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Inserts of a client under way at once (default: ${DEFAULT-VALUE}).")
  int users = 500;

  @Option(
      names = "--ids",
      paramLabel = "KIND",
      split = ",",
      defaultValue = "uuid,seq,seq-salted",
      description =
          "Row keys of the records: random (uuid), one number after the other (seq), or the same"
              + " behind a byte that spreads them (seq-salted) (default: ${DEFAULT-VALUE}).")
  List<IdKind> ids = List.of();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      split = ",",
      defaultValue = "raw,raw-batched,tx,tx-2row",
      description = "See below (default: ${DEFAULT-VALUE}).")
  List<InsertMode> modes = List.of();

  @Option(
      names = "--servers",
      paramLabel = "N",
      split = ",",
      defaultValue = "1",
      description =
          "Region servers of the embedded HBase; several numbers: one cluster after the other"
              + " (default: ${DEFAULT-VALUE}).")
  List<Integer> servers = List.of();

  @Option(
      names = "--replication",
      paramLabel = "N",
      description =
          "Copies of all files of the embedded HBase, in as many datanodes (default: as many as"
              + " there are region servers).")
  int replication;

  @Option(
      names = "--presplit",
      paramLabel = "N",
      description =
          "Regions of the table of records, in equal parts by the first byte of the id (default:"
              + " ${DEFAULT-VALUE}).")
  int regions = 8;

  @Mixin @JsonUnwrapped ClientOptions clients = new ClientOptions();

  @Mixin @JsonUnwrapped Rounds windows = new Rounds(10, 10, 3);

  @Option(
      names = "--peer",
      description = "Replicate to a second embedded cluster, and count what is visible on both.")
  boolean peer;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  void check(boolean isEmbedded) {
    Arguments.range("--users", 1, 10_000, users);
    Arguments.range("--servers", 1, 8, servers);
    Arguments.range("--replication", 0, 8, replication);
    Arguments.range("--presplit", 1, 256, regions);
    clients.check();
    windows.check();
    Arguments.require(
        isEmbedded || (!peer && servers.size() == 1),
        "--peer and several --servers are for embedded clusters only");
  }

  int dataNodes(int regionServers) {
    return replication == 0 ? regionServers : replication;
  }

  /** All series on a cluster with this number of region servers. */
  List<Series> series(int regionServers) {
    return ids.stream()
        .flatMap(kind -> modes.stream().map(mode -> new Series(regionServers, kind, mode)))
        .toList();
  }

  long secondsOnCluster() {
    return windows.totalSeconds((long) ids.size() * modes.size());
  }
}
