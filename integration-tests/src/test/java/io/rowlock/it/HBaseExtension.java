package io.rowlock.it;

import io.rowlock.bench.EmbeddedHBase;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands tests an {@link EmbeddedHBase} or a {@link Connection} to it as parameters.
 *
 * <p>One cluster serves all test classes of the JVM, as a start takes many seconds: it starts when
 * the first test asks for it and ends with the JVM. Tests therefore use tables of their own and leave
 * the servers as they found them.
 */
public final class HBaseExtension implements ParameterResolver {
  private static final int REGION_SERVERS = 3;

  private static @Nullable Shared shared;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Connection.class || type == EmbeddedHBase.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Shared shared = shared();
    return parameter.getParameter().getType() == Connection.class
        ? shared.connection
        : shared.hbase;
  }

  /** Kept outside of JUnit: Surefire runs each class of a JVM as a launch of its own. */
  private static synchronized Shared shared() {
    if (shared == null) {
      shared = Shared.start();
    }
    return shared;
  }

  /** The cluster and one connection to it. An {@link EmbeddedHBase} cleans up when its JVM ends. */
  private record Shared(EmbeddedHBase hbase, Connection connection) {
    static Shared start() {
      try {
        EmbeddedHBase hbase = EmbeddedHBase.start(REGION_SERVERS, Map.of());
        return new Shared(hbase, hbase.connect());
      } catch (IOException e) {
        throw new ParameterResolutionException("No HBase to test on", e);
      }
    }
  }
}
