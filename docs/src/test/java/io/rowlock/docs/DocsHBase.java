package io.rowlock.docs;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands tests a connection to the one cluster on which all snippets and examples run. It ends with
 * the JVM, and is kept outside of JUnit: Surefire may run each class as a launch of its own.
 */
public final class DocsHBase implements ParameterResolver {

  private static @Nullable Connection shared;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Connection.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return connection();
  }

  private static synchronized Connection connection() {
    try {
      if (shared == null) {
        shared = EmbeddedHBase.start().connect();
      }
      return shared;
    } catch (IOException e) {
      throw new ParameterResolutionException("No HBase to run the documentation on", e);
    }
  }
}
