package io.rowlock.test;

import io.rowlock.TransactionManager;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides tests of JUnit 5 with {@link RowlockHBase#shared()}: a parameter of the type {@link
 * RowlockHBase}, {@link TransactionManager} or {@link Connection}. All tests of the JVM share them,
 * and the first one that asks starts the HBase.
 */
public final class RowlockHBaseExtension implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == RowlockHBase.class
        || type == TransactionManager.class
        || type == Connection.class;
  }

  /**
   * Returns the value of a parameter.
   *
   * @throws ParameterResolutionException if the HBase does not start
   */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    RowlockHBase hbase;
    try {
      hbase = RowlockHBase.shared();
    } catch (IOException failed) {
      throw new ParameterResolutionException("No HBase to test on", failed);
    }
    Class<?> type = parameter.getParameter().getType();
    if (type == TransactionManager.class) {
      return hbase.transactions();
    }
    return type == Connection.class ? hbase.connection() : hbase;
  }
}
