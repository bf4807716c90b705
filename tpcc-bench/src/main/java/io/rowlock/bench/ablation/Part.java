package io.rowlock.bench.ablation;

import io.rowlock.bench.kit.Label;
import io.rowlock.bench.kit.Rounds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.jspecify.annotations.Nullable;

/** A benchmark that runs with each mechanism and without it. */
enum Part implements Label {
  PROFILE("profile --mode tx --threads 1,8", "summary.json"),
  /** The profile in which commits prewrite and then send a commit point. */
  TRANSFER("profile --profile transfer --mode tx --threads 1,8 --rpc-delay 1", "summary.json"),
  /** Two clients: a row is handed over only if other processes want it too. */
  CONTENTION("contention --clients 2 --threads 16 --transfer-threads 8", "summary.json"),
  TPCC("tpcc run --layout onetable --mode tx --clients 1 --threads 8", "run.json"),
  INSERTS("inserts --mode tx,tx-2row --ids uuid,seq", "summary.json"),
  GROWTH("growth --servers 1,2 --profile practical,worst-case,transfer", "summary.json") {
    @Override
    boolean hasOwnServers() {
      return true;
    }
  };

  private final String command;
  private final String file;

  /**
   * A part.
   *
   * @param file with its results
   */
  Part(String command, String file) {
    this.command = command;
    this.file = file;
  }

  boolean hasOwnServers() {
    return false;
  }

  /** Returns what must run once before the first turn. */
  Optional<List<String>> preparation(Path conf) {
    return this == TPCC
        ? Optional.of(words("tpcc prepare --layout onetable --conf " + conf))
        : Optional.empty();
  }

  /**
   * Returns the arguments of one run.
   *
   * @param conf finds the servers; null if the command starts its own
   */
  List<String> arguments(Rounds rounds, @Nullable Path conf, Path out) {
    List<String> arguments = new ArrayList<>(words(command));
    int time = rounds.timeSeconds();
    if (this == TPCC) { // one window
      time *= rounds.count();
    } else {
      arguments.addAll(List.of("--rounds", String.valueOf(rounds.count())));
    }
    arguments.addAll(List.of("--time", String.valueOf(time)));
    arguments.addAll(List.of("--warmup", String.valueOf(rounds.warmupSeconds())));
    arguments.addAll(List.of("--seed", String.valueOf(rounds.seed())));
    arguments.addAll(List.of("--out", out.toString()));
    if (conf != null) {
      arguments.addAll(List.of("--conf", conf.toString()));
    }
    return arguments;
  }

  /** Returns the file with the results of a run. */
  Path results(Path out) {
    return out.resolve(file);
  }

  private static List<String> words(String command) {
    return Splitter.on(' ').splitToList(command);
  }

  @Override
  public String toString() {
    return label();
  }
}
