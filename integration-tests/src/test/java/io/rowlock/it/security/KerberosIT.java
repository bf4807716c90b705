package io.rowlock.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.local.ClusterShape;
import io.rowlock.local.JavaProcess;
import io.rowlock.local.Kerberos;
import io.rowlock.local.LifeLine;
import io.rowlock.local.LocalCluster;
import io.rowlock.tools.Rowlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.apache.hbase.thirdparty.com.google.common.io.MoreFiles;
import org.apache.hbase.thirdparty.com.google.common.io.RecursiveDeleteOption;
import org.apache.kerby.KOptions;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.apache.kerby.kerberos.kerb.client.KrbOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Clients and tools on an HBase with Kerberos and access control, whose servers are processes of
 * their own. So are the clients: a login by Kerberos is for a whole JVM.
 */
@Tag("verify-all")
@TestInstance(Lifecycle.PER_CLASS)
class KerberosIT {

  private static final Path DIRECTORY = Path.of("target", "kerberos-it").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** In seconds; the shortest that leaves time to connect on a slow machine. */
  private static final int TICKET_LIFETIME = 20;

  /** The number of tickets that a client with a keytab uses up. */
  private static final int TICKETS = 4;

  private static final String TABLE = KerberosClient.TABLE.getNameAsString();

  private LocalCluster hbase;
  private Kerberos kerberos;
  private int processes;

  /** The end of a process. */
  private record Run(int status, String output) {

    /** The word that follows in the line that begins with that word. */
    String word(String first) {
      return output
          .lines()
          .filter(line -> line.startsWith(first + " "))
          .map(line -> Splitter.on(' ').splitToList(line).get(1))
          .findFirst()
          .orElse("no " + first);
    }
  }

  @BeforeAll
  void start() throws Exception {
    LocalCluster.killRemaining(DIRECTORY);
    if (Files.exists(DIRECTORY)) { // of an earlier run, whose table exists
      MoreFiles.deleteRecursively(DIRECTORY, RecursiveDeleteOption.ALLOW_INSECURE);
    }
    Map<String, String> settings = new HashMap<>();
    // Connections end when they are idle, so that each transaction needs a ticket for HBase.
    settings.put("hbase.ipc.client.connection.minIdleTimeBeforeClose", "1000");
    hbase = LocalCluster.attached(DIRECTORY, new ClusterShape(1, 1, settings, true));
    kerberos = hbase.kerberos();
    boolean unused = hbase.start(PATIENCE, System.out::println);
    Run created = client(kerberos.krb5Conf(), Map.of(), "create", loginOfServer());
    assertThat(created.status()).as(created.output()).isZero();
  }

  @AfterAll
  void stop() throws IOException {
    hbase.killAll();
  }

  private static List<String> login(String principal, Path keytab) {
    return List.of(
        "hbase.client.keytab.principal=" + principal, "hbase.client.keytab.file=" + keytab);
  }

  private List<String> loginOfServer() {
    return login(kerberos.server(), kerberos.serverKeytab());
  }

  private List<String> loginOfClient() {
    return login(kerberos.client(), kerberos.clientKeytab());
  }

  private Run client(
      Path krb5Conf, Map<String, String> environment, String command, List<String> settings)
      throws Exception {
    List<String> arguments = new ArrayList<>(Splitter.on(' ').splitToList(command));
    arguments.addAll(settings);
    return run(
        JavaProcess.of(KerberosClient.class).configuration(hbase.conf()).arguments(arguments),
        krb5Conf,
        environment);
  }

  private Run run(JavaProcess java, Path krb5Conf, Map<String, String> environment)
      throws Exception {
    int number = ++processes;
    Path output = DIRECTORY.resolve("logs").resolve("client-" + number + ".out");
    ProcessBuilder builder =
        java.flags("-Djava.security.krb5.conf=" + krb5Conf)
            .flags("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", LifeLine.FLAG)
            .log(DIRECTORY.resolve("logs").resolve("client-" + number + ".log"))
            .builder()
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().remove("KRB5CCNAME");
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("%s", output).isTrue();
    return new Run(process.exitValue(), Files.readString(output));
  }

  /** Runs the command line with the options, as from a checkout: with --conf, not a class path. */
  private Run tool(Map<String, String> environment, List<String> options, String... command)
      throws Exception {
    List<String> arguments = new ArrayList<>();
    options.forEach(option -> arguments.addAll(List.of("-D", option)));
    arguments.addAll(List.of(command));
    arguments.addAll(List.of("--conf", hbase.conf().toString()));
    return run(
        JavaProcess.of(Rowlock.class).arguments(arguments), kerberos.krb5Conf(), environment);
  }

  /** The configuration of a client whose tickets are short. */
  private Path shortLived() throws IOException {
    Path file = DIRECTORY.resolve("short.krb5.conf");
    String usual = Files.readString(kerberos.krb5Conf());
    assertThat(usual).contains("[libdefaults]");
    return Files.writeString(
        file,
        usual.replace(
            "[libdefaults]", "[libdefaults]\n    ticket_lifetime = " + TICKET_LIFETIME + "s"));
  }

  /** What kinit does: it leaves a ticket that cannot be renewed in a file. */
  private Map<String, String> ticketOfClient(int seconds) throws Exception {
    KrbClient client = new KrbClient(kerberos.krb5Conf().getParent().toFile());
    client.init();
    KOptions options = new KOptions();
    options.add(KrbOption.CLIENT_PRINCIPAL, kerberos.client());
    options.add(KrbOption.USE_KEYTAB, true);
    options.add(KrbOption.KEYTAB_FILE, kerberos.clientKeytab().toFile());
    options.add(KrbOption.LIFE_TIME, seconds);
    Path cache = Files.createTempFile(DIRECTORY, "ticket", ".cache");
    client.storeTicket(client.requestTgt(options), cache.toFile());
    return Map.of("KRB5CCNAME", cache.toString());
  }

  /** It has R and W on the table, nothing more. */
  @Test
  void clientWithKeytabOutlivesItsTickets() throws Exception {
    List<String> settings = new ArrayList<>(loginOfClient());
    settings.add("hadoop.kerberos.min.seconds.before.relogin=5");
    Run run = client(shortLived(), Map.of(), "run 0 " + TICKETS, settings);

    assertThat(run.word("failure")).as(run.output()).isEqualTo("no failure");
    assertThat(run.status()).isZero();
    assertThat(run.word("tickets")).as(run.output()).isEqualTo(Integer.toString(TICKETS));
  }

  /**
   * Nothing renews a ticket of kinit that has ended. This KDC issues tickets for HBase that outlive
   * it, so transactions may go on over new connections; one that fails must not be in doubt.
   */
  @Test
  void endOfTicketLeavesNoTransactionInDoubt() throws Exception {
    long before = counter();
    Run run =
        client(
            kerberos.krb5Conf(),
            ticketOfClient(TICKET_LIFETIME),
            "run " + 6 * TICKET_LIFETIME + " 0",
            List.of("rowlock.operation.timeout=10000"));

    assertThat(run.word("failure")).as(run.output()).isIn("no failure", "NotCommittedException");
    long committed = Long.parseLong(run.word("committed"));
    assertThat(committed).as(run.output()).isPositive();
    assertThat(counter() - before).isEqualTo(committed);
  }

  private long counter() throws Exception {
    Run read = client(kerberos.krb5Conf(), Map.of(), "run 0 0", loginOfClient());
    return Long.parseLong(read.word("counter"));
  }

  @Test
  void toolsLogInFromKeytab() throws Exception {
    Run verify = tool(Map.of(), loginOfServer(), "verify", TABLE);
    assertThat(verify.status()).as(verify.output()).isZero();
    Run locks = tool(Map.of(), loginOfClient(), "locks", TABLE);
    assertThat(locks.status()).as(locks.output()).isZero();
    Run resolve = tool(Map.of(), loginOfClient(), "resolve", TABLE);
    assertThat(resolve.status()).as(resolve.output()).isZero();
    Run refused = tool(Map.of(), loginOfClient(), "verify", TABLE);
    assertThat(refused.status()).as(refused.output()).isEqualTo(2);
    assertThat(refused.output()).contains("ermission");
  }

  @Test
  void toolsUseTicketOfKinit() throws Exception {
    Run locks = tool(ticketOfClient(600), List.of(), "locks", TABLE);

    assertThat(locks.status()).as(locks.output()).isZero();
  }

  @Test
  void toolsWithoutTicketSayWhatIsMissing() throws Exception {
    Run locks = tool(Map.of("KRB5CCNAME", "/nowhere"), List.of(), "locks", TABLE);

    assertThat(locks.status()).as(locks.output()).isEqualTo(2);
    assertThat(locks.output().lines().filter(line -> line.startsWith("rowlock:")))
        .singleElement()
        .asString()
        .contains("kinit", "hbase.client.keytab.file");
  }
}
