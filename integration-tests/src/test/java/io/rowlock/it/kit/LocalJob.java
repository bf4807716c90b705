package io.rowlock.it.kit;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Runs HBase's MapReduce jobs in this JVM. */
public final class LocalJob {

  private LocalJob() {}

  /**
   * Runs a job and returns its exit status.
   *
   * @param directory for the files of the job
   */
  public static int run(Configuration hbase, Path directory, Tool tool, String... arguments)
      throws Exception {
    Configuration local = new Configuration(hbase);
    local.set("mapreduce.framework.name", "local");
    local.set("hadoop.tmp.dir", directory.toString());
    local.set("mapreduce.cluster.local.dir", directory.resolve("local").toString());
    return ToolRunner.run(local, tool, arguments);
  }
}
