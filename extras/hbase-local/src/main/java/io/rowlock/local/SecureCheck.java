package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a secure cluster serves, in a process of its own: a login by Kerberos is for a
 * whole JVM, and this one may be a test's.
 */
final class SecureCheck implements Readiness.Check {

  private final ClusterDirectory directory;
  private final Kerberos kerberos;
  private final int regionServers;
  private @Nullable Process process;

  SecureCheck(ClusterDirectory directory, int regionServers) {
    this.directory = directory;
    this.kerberos = new Kerberos(directory);
    this.regionServers = regionServers;
  }

  @Override
  public boolean holds() throws IOException {
    Process last = process;
    if (last == null || (!last.isAlive() && last.exitValue() != 0)) {
      process = start();
      return false;
    }
    return !last.isAlive();
  }

  private Process start() throws IOException {
    return JavaProcess.of(SecureCheck.class)
        .flags(kerberos.flags().toArray(String[]::new))
        .flags("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", LifeLine.FLAG)
        .log(directory.logs().resolve("check.log"))
        .configuration(directory.conf())
        .arguments(List.of(directory.root().toString(), Integer.toString(regionServers)))
        .builder()
        .redirectErrorStream(true)
        .redirectOutput(directory.logs().resolve("check.out").toFile())
        .start();
  }

  /** Ends with status 0 if the cluster serves. Arguments: its directory, its region servers. */
  public static void main(String[] arguments) {
    LifeLine.holdIfFlagged();
    Kerberos kerberos = new Kerberos(new ClusterDirectory(Path.of(arguments[0])));
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.client.keytab.principal", kerberos.server());
    configuration.set("hbase.client.keytab.file", kerberos.serverKeytab().toString());
    boolean serves = Readiness.serves(configuration, Integer.parseInt(arguments[1]));
    System.exit(serves ? 0 : 1);
  }
}
