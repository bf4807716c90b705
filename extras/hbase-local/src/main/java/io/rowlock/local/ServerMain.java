package io.rowlock.local;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The program of a server process. Arguments: role, directory of the cluster, options. */
public final class ServerMain {

  private ServerMain() {}

  public static void main(String[] arguments) throws Exception {
    LifeLine.holdIfFlagged();
    FiguresWriter.startIfFlagged();
    ClusterDirectory directory = new ClusterDirectory(Path.of(arguments[1]));
    List<String> options = Arrays.asList(arguments).subList(2, arguments.length);
    Role.valueOf(arguments[0]).run(directory, options);
  }
}
