package io.rowlock.operations.doctor;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.jspecify.annotations.Nullable;

/** A master that answers what a test has set. */
final class ScriptedHBase {

  final List<TableDescriptor> tables = new ArrayList<>();
  final Set<TableName> hidden = new TreeSet<>();
  final Set<TableName> offline = new TreeSet<>();
  final List<SecurityCapability> capabilities = new ArrayList<>();
  final List<UserPermission> grants = new ArrayList<>();
  Predicate<Permission> isGranted = permission -> true;
  @Nullable ClusterMetrics metrics;

  Connection connection() {
    return proxy(
        Connection.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "getAdmin" -> admin();
              case "getConfiguration" -> new Configuration(false);
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  Admin admin() {
    return proxy(Admin.class, (self, method, arguments) -> answer(method.getName(), arguments));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ScriptedHBase.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private @Nullable Object answer(String method, Object[] arguments) throws IOException {
    return switch (method) {
      case "close" -> null;
      case "listTableDescriptors" -> tables;
      case "listTableNames" -> names();
      case "getDescriptor" -> descriptor((TableName) arguments[0]);
      case "isTableEnabled" -> !offline.contains((TableName) arguments[0]);
      case "getSecurityCapabilities" -> capabilities;
      case "getUserPermissions" -> grants;
      case "hasUserPermissions" -> answers((List<?>) arguments[0]);
      case "getClusterMetrics" -> metrics();
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private TableName[] names() {
    Set<TableName> names = new TreeSet<>(hidden);
    tables.forEach(table -> names.add(table.getTableName()));
    return names.toArray(TableName[]::new);
  }

  private TableDescriptor descriptor(TableName name) throws IOException {
    return tables.stream()
        .filter(table -> table.getTableName().equals(name))
        .findFirst()
        .orElseThrow(() -> new TableNotFoundException(name));
  }

  private List<Boolean> answers(List<?> permissions) {
    return permissions.stream().map(Permission.class::cast).map(isGranted::test).toList();
  }

  private ClusterMetrics metrics() throws IOException {
    if (metrics == null) {
      throw new IOException("The master does not answer");
    }
    return metrics;
  }
}
