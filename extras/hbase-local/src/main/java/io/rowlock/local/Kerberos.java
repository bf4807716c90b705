package io.rowlock.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;

/**
 * The Kerberos of a secure cluster: its KDC, the principals with their keytabs, and the settings of
 * Hadoop and HBase. All servers share one principal, whose user may do everything; the principal of
 * clients has no permissions.
 *
 * <p>A KDC that starts makes new keys for all of them.
 *
 * @param directory of the cluster
 */
public record Kerberos(ClusterDirectory directory) {

  private static final String ORGANIZATION = "ROWLOCK";
  private static final String DOMAIN = "TEST";
  private static final String SERVER = "hbase/localhost";
  private static final String WEB = "HTTP/localhost";
  private static final String CLIENT = "client";

  private static final String ACCESS_CONTROLLER =
      "org.apache.hadoop.hbase.security.access.AccessController";
  private static final String TOKENS = "org.apache.hadoop.hbase.security.token.TokenProvider";

  private static String principal(String name) {
    return name + "@" + ORGANIZATION + "." + DOMAIN;
  }

  /** The principal of all servers; its user is {@code hbase}, which may do everything. */
  public String server() {
    return principal(SERVER);
  }

  public Path serverKeytab() {
    return files().resolve("server.keytab");
  }

  /** The principal of clients; its user is {@code client}. */
  public String client() {
    return principal(CLIENT);
  }

  public Path clientKeytab() {
    return files().resolve("client.keytab");
  }

  /** The file that JVMs need as {@code java.security.krb5.conf}. It exists when the KDC works. */
  public Path krb5Conf() {
    return files().resolve("krb5.conf");
  }

  private Path files() {
    return directory.root().resolve("kerberos");
  }

  /** Returns the flags of a JVM that takes part; none if the cluster is not secure. */
  List<String> flags() {
    return Files.exists(krb5Conf())
        ? List.of("-Djava.security.krb5.conf=" + krb5Conf())
        : List.of();
  }

  /** Removes what an earlier KDC has written last, so that waiting for it makes sense. */
  void forget() throws IOException {
    Files.deleteIfExists(krb5Conf());
  }

  /** Runs the KDC in this process until the process ends. */
  void serve(int port) throws Exception {
    Files.createDirectories(files());
    Properties settings = MiniKdc.createConf();
    settings.setProperty(MiniKdc.ORG_NAME, ORGANIZATION);
    settings.setProperty(MiniKdc.ORG_DOMAIN, DOMAIN);
    settings.setProperty(MiniKdc.KDC_PORT, Integer.toString(port));
    File work = Files.createDirectories(directory.data("kdc")).toFile();
    MiniKdc kdc = new MiniKdc(settings, work);
    kdc.start();
    kdc.createPrincipal(serverKeytab().toFile(), SERVER, WEB);
    kdc.createPrincipal(clientKeytab().toFile(), CLIENT);
    Path next = files().resolve("krb5.conf.new");
    Files.copy(kdc.getKrb5conf().toPath(), next, StandardCopyOption.REPLACE_EXISTING);
    Files.move(next, krb5Conf(), StandardCopyOption.ATOMIC_MOVE);
    new CountDownLatch(1).await();
  }

  void addToCore(Configuration core) {
    core.set("hadoop.security.authentication", "kerberos");
  }

  void addToHdfs(Configuration hdfs) {
    for (String daemon : List.of("dfs.namenode", "dfs.datanode")) {
      hdfs.set(daemon + ".kerberos.principal", server());
      hdfs.set(daemon + ".keytab.file", serverKeytab().toString());
    }
    hdfs.set("dfs.web.authentication.kerberos.principal", principal(WEB));
    hdfs.set("dfs.web.authentication.kerberos.keytab", serverKeytab().toString());
    hdfs.setBoolean("dfs.block.access.token.enable", true);
    // Data nodes without root's ports and without TLS; all of them are on loopback.
    hdfs.setBoolean("ignore.secure.ports.for.testing", true);
  }

  void addToHBase(Configuration hbase) {
    hbase.set("hbase.security.authentication", "kerberos");
    hbase.setBoolean("hbase.security.authorization", true);
    for (String daemon : List.of("hbase.master", "hbase.regionserver")) {
      hbase.set(daemon + ".kerberos.principal", server());
      hbase.set(daemon + ".keytab.file", serverKeytab().toString());
    }
    hbase.set("hbase.coprocessor.master.classes", ACCESS_CONTROLLER);
    hbase.set("hbase.coprocessor.regionserver.classes", ACCESS_CONTROLLER);
    hbase.set("hbase.coprocessor.region.classes", ACCESS_CONTROLLER + "," + TOKENS);
  }
}
