package io.rowlock.it.security;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.local.LifeLine;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A client of a secure HBase, in a process of its own. Arguments: {@code create}, or {@code run}
 * with the least numbers of seconds and of tickets; then {@code key=value} for the configuration.
 */
final class KerberosClient {

  static final TableName TABLE = TableName.valueOf("secure");
  static final List<String> COUNTERS = List.of("a", "z");

  private static final Duration PAUSE = Duration.ofSeconds(3);

  private KerberosClient() {}

  public static void main(String[] arguments) {
    LifeLine.holdIfFlagged();
    int status = 1;
    try {
      start(arguments);
      status = 0;
    } catch (IOException | RuntimeException failure) {
      failure.printStackTrace(System.out);
    } finally {
      System.exit(status); // HBase's client may still be trying to log in
    }
  }

  private static void start(String[] arguments) throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    boolean isCreating = arguments[0].equals("create");
    for (int i = isCreating ? 1 : 3; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      configuration.set(setting[0], setting[1]);
    }
    UserGroupInformation.setConfiguration(configuration);
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      if (isCreating) {
        create(connection);
      } else {
        run(
            connection,
            Duration.ofSeconds(Long.parseLong(arguments[1])),
            Integer.parseInt(arguments[2]));
      }
    }
  }

  /** Creates a table of two regions, which the clients' user may read and write, nothing else. */
  private static void create(Connection connection) throws IOException {
    TransactionAdmin.create(connection)
        .createTable(TestTables.describe(TABLE).build(), new byte[][] {Bytes.toBytes("m")});
    Permission permission =
        Permission.newBuilder(TABLE)
            .withActions(Permission.Action.READ, Permission.Action.WRITE)
            .build();
    try (Admin admin = connection.getAdmin()) {
      admin.grant(new UserPermission("client", permission), false);
    }
  }

  /** Increments the counters in one transaction after the other, and prints how far it came. */
  private static void run(Connection connection, Duration time, int least) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    Set<Object> tickets = new HashSet<>();
    int committed = 0;
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      while (System.nanoTime() < end || tickets.size() < least) {
        transactions.run(
            tx -> {
              for (String row : COUNTERS) {
                var unused = tx.table(TABLE).increment(counter(row));
              }
            });
        committed++;
        tickets.addAll(ticketEnds());
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } catch (IOException failure) {
      System.out.println("failure " + failure.getClass().getSimpleName());
      failure.printStackTrace(System.out);
    }
    System.out.println("committed " + committed);
    System.out.println("tickets " + tickets.size());
    print(connection);
  }

  private static Increment counter(String row) {
    return new Increment(Bytes.toBytes(row)).addColumn(TestTables.F, Rows.V, 1);
  }

  private static void print(Connection connection) {
    try (Table table = connection.getTable(TABLE)) {
      System.out.println("counter " + Rows.number(table, COUNTERS.get(0)));
    } catch (IOException unreadable) {
      System.out.println("counter unreadable");
    }
  }

  /** The ends of the tickets for tickets. */
  @SuppressWarnings("removal") // its replacement does not exist in Java 17
  private static Set<Object> ticketEnds() throws IOException {
    PrivilegedAction<Set<Object>> look =
        () -> {
          Subject subject = Subject.getSubject(AccessController.getContext());
          Set<Object> ends = new HashSet<>();
          for (KerberosTicket ticket : subject.getPrivateCredentials(KerberosTicket.class)) {
            if (ticket.getServer().getName().startsWith("krbtgt/")) {
              ends.add(ticket.getEndTime());
            }
          }
          return ends;
        };
    return UserGroupInformation.getLoginUser().doAs(look);
  }
}
