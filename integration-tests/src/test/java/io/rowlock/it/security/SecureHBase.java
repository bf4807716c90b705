package io.rowlock.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.jspecify.annotations.Nullable;

/**
 * An HBase that accepts TLS only (HBase 2.6 and later) and checks permissions, including the
 * execution of endpoints. It trusts the user names of clients.
 */
final class SecureHBase implements AutoCloseable {

  static final String KEY_STORE_PASSWORD = "MARKED-SECRET-password";

  private final EmbeddedHBase hbase;
  private final Connection superuser;

  private SecureHBase(EmbeddedHBase hbase) throws IOException {
    this.hbase = hbase;
    this.superuser = hbase.connect();
  }

  static SecureHBase start(Path directory) throws Exception {
    return start(directory, Map.of());
  }

  static SecureHBase start(Path directory, Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(accessControl());
    settings.putAll(more);
    settings.putAll(tls(keyStore(directory)));
    return new SecureHBase(EmbeddedHBase.start(1, settings));
  }

  private static Map<String, String> accessControl() throws IOException {
    String controller = AccessController.class.getName();
    String me = User.getCurrent().getShortName();
    return Map.of(
        "hbase.security.authorization",
        "true",
        "hbase.security.exec.permission.checks",
        "true",
        // Embedded region servers run as separate users.
        "hbase.superuser",
        me + "," + me + ".hfs.0",
        "hbase.coprocessor.master.classes",
        controller,
        "hbase.coprocessor.region.classes",
        controller,
        "hbase.coprocessor.regionserver.classes",
        controller);
  }

  private static Map<String, String> tls(Path keyStore) {
    Map<String, String> settings = new HashMap<>();
    settings.put("hbase.server.netty.tls.enabled", "true");
    settings.put("hbase.server.netty.tls.supportplaintext", "false");
    settings.put("hbase.client.netty.tls.enabled", "true");
    for (String store : new String[] {"keystore", "truststore"}) {
      settings.put("hbase.rpc.tls." + store + ".location", keyStore.toString());
      settings.put("hbase.rpc.tls." + store + ".password", KEY_STORE_PASSWORD);
      settings.put("hbase.rpc.tls." + store + ".type", "PKCS12");
    }
    return settings;
  }

  /** One key for all servers and clients, and all trust it. */
  private static Path keyStore(Path directory) throws Exception {
    Path file = directory.resolve("keys.p12");
    String certificate = directory.resolve("certificate").toString();
    String names = "SAN=dns:localhost,ip:127.0.0.1";
    keytool(file, "-genkeypair -alias key -keyalg EC -dname CN=localhost -ext " + names);
    keytool(file, "-exportcert -alias key -file " + certificate);
    keytool(file, "-importcert -noprompt -alias trusted -file " + certificate);
    return file;
  }

  private static void keytool(Path store, String arguments) throws Exception {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(Splitter.on(' ').splitToList(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", KEY_STORE_PASSWORD));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(arguments).isZero();
  }

  Configuration configuration() {
    return hbase.configuration();
  }

  /** The connection of a user with all permissions. */
  Connection superuser() {
    return superuser;
  }

  /** Returns a user without permissions. */
  User user(String name) {
    return User.createUserForTesting(configuration(), name, new String[0]);
  }

  /**
   * Grants permissions on a table, or one family of it.
   *
   * @param actions as in HBase's shell: R, W, X, C, A
   */
  void grant(String user, TableName table, @Nullable String family, String actions)
      throws IOException {
    Permission.Builder permission = Permission.newBuilder(table);
    if (family != null) {
      permission.withFamily(Bytes.toBytes(family));
    }
    permission.withActionCodes(Bytes.toBytes(actions));
    grant(new UserPermission(user, permission.build()));
  }

  /** Grants the permission to read one column. */
  void grant(String user, TableName table, byte[] family, byte[] qualifier) throws IOException {
    Permission.Builder column =
        Permission.newBuilder(table).withFamily(family).withQualifier(qualifier);
    grant(new UserPermission(user, column.withActions(Permission.Action.READ).build()));
  }

  private void grant(UserPermission permission) throws IOException {
    try (Admin admin = superuser.getAdmin()) {
      admin.grant(permission, true);
    }
  }

  /** Revokes the permissions on a family. */
  void revoke(String user, TableName table, String family, String actions) throws IOException {
    Permission permission =
        Permission.newBuilder(table)
            .withFamily(Bytes.toBytes(family))
            .withActionCodes(Bytes.toBytes(actions))
            .build();
    try (Admin admin = superuser.getAdmin()) {
      admin.revoke(new UserPermission(user, permission));
    }
  }

  /** Waits until the region servers know all grants on the table. */
  void awaitGrants(TableName table) throws Exception {
    grant("last-of-all", table, null, "R");
    as(
        user("last-of-all"),
        () -> {
          try (Connection connection = hbase.connect();
              Table plain = connection.getTable(table)) {
            Await.until("grants", Duration.ofSeconds(30), () -> isReadable(plain));
            return null;
          }
        });
  }

  private static boolean isReadable(Table table) {
    try {
      table.exists(new Get(Bytes.toBytes("any")));
      return true;
    } catch (IOException denied) {
      return false;
    }
  }

  <T extends @Nullable Object> T as(User user, Callable<T> work) throws Exception {
    return user.runAs((java.security.PrivilegedExceptionAction<T>) work::call);
  }

  @Override
  public void close() throws IOException {
    try (hbase) {
      superuser.close();
    }
  }
}
