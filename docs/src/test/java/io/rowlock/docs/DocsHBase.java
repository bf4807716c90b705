package io.rowlock.docs;

import io.rowlock.bench.EmbeddedHBase;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands tests a connection to the one cluster on which all snippets and examples run. */
public final class DocsHBase implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Connection.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(DocsHBase.class))
        .getOrComputeIfAbsent(Shared.class, key -> Shared.start(), Shared.class)
        .connection;
  }

  /** JUnit closes it with the root store. */
  private record Shared(EmbeddedHBase hbase, Connection connection) implements CloseableResource {
    static Shared start() {
      try {
        EmbeddedHBase hbase = EmbeddedHBase.start();
        return new Shared(hbase, hbase.connect());
      } catch (IOException e) {
        throw new ParameterResolutionException("No HBase to run the documentation on", e);
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
