package io.rowlock.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** One of the commands of {@link Rowlock}. */
abstract class RowlockCommand implements Callable<Integer> {

  @ParentCommand Request request;

  @Spec private CommandSpec spec;

  @Override
  public final Integer call() throws IOException {
    try {
      return run() ? ExitStatus.GOOD : ExitStatus.FOUND;
    } catch (IOException failed) {
      throw MissingTable.explained(failed, request);
    }
  }

  /** Runs the command; returns false if there is something that may need attention. */
  abstract boolean run() throws IOException;

  /** Ends the command with a usage error if the options make no sense. */
  final void refuse(boolean isWrong, String sentence) {
    if (isWrong) {
      throw wrong(sentence);
    }
  }

  final ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
