package io.rowlock.local;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands for a single server: {@code hbase-local kill|pause|continue SERVER}. */
abstract class SignalCommands implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private PlaceOptions place;

  @Parameters(paramLabel = "SERVER", description = "A name from 'status', such as regionserver-1.")
  private String server;

  @Override
  public Integer call() throws IOException {
    LocalCluster cluster = place.existing();
    Member member =
        cluster.members().stream()
            .filter(known -> known.name().equals(server))
            .findFirst()
            .orElseThrow(() -> usage("There is no server '" + server + "'."));
    ProcessHandle process =
        cluster.process(member).orElseThrow(() -> new IOException(member + " does not run"));
    act(cluster, member, process);
    System.out.println(member + ", process " + process.pid() + ": done");
    return HBaseLocal.GOOD;
  }

  abstract void act(LocalCluster cluster, Member member, ProcessHandle process) throws IOException;

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Sends {@code SIGKILL}. */
  @Command(name = "kill", description = "Kills a server; 'start' starts it again.")
  static final class Kill extends SignalCommands {
    @Override
    void act(LocalCluster cluster, Member member, ProcessHandle process) throws IOException {
      cluster.kill(member);
    }
  }

  /** Sends {@code SIGSTOP}. */
  @Command(name = "pause", description = "Suspends a server.")
  static final class Pause extends SignalCommands {
    @Override
    void act(LocalCluster cluster, Member member, ProcessHandle process) throws IOException {
      Signals.STOP.to(process);
    }
  }

  /** Sends {@code SIGCONT}. */
  @Command(name = "continue", description = "Resumes a paused server.")
  static final class Continue extends SignalCommands {
    @Override
    void act(LocalCluster cluster, Member member, ProcessHandle process) throws IOException {
      Signals.CONT.to(process);
    }
  }
}
