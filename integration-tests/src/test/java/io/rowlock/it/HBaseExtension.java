package io.rowlock.it;

import io.rowlock.bench.EmbeddedHBase;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands tests an {@link EmbeddedHBase} or a {@link Connection} to it as parameters.
 *
 * <p>One cluster serves all test classes of the JVM, as a start takes many seconds: it starts when
 * the first test asks for it and ends after the last test. Tests therefore use tables of their own
 * and leave the servers as they found them.
 */
public final class HBaseExtension implements ParameterResolver {
  private static final int REGION_SERVERS = 3;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Connection.class || type == EmbeddedHBase.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Shared shared =
        context
            .getRoot()
            .getStore(Namespace.create(HBaseExtension.class))
            .getOrComputeIfAbsent(Shared.class, key -> Shared.start(), Shared.class);
    return parameter.getParameter().getType() == Connection.class
        ? shared.connection
        : shared.hbase;
  }

  /** The cluster and one connection to it; JUnit closes it with the root store. */
  private record Shared(EmbeddedHBase hbase, Connection connection) implements CloseableResource {
    static Shared start() {
      try {
        EmbeddedHBase hbase = EmbeddedHBase.start(REGION_SERVERS, Map.of());
        return new Shared(hbase, hbase.connect());
      } catch (IOException e) {
        throw new ParameterResolutionException("No HBase to test on", e);
      }
    }

    @Override
    public void close() throws IOException {
      try (hbase) {
        connection.close();
      }
    }
  }
}
