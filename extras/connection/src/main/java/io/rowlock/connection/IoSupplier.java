package io.rowlock.connection;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Gets a result from HBase, or from a transaction, and may fail. */
@FunctionalInterface
interface IoSupplier<T extends @Nullable Object> {

  T get() throws IOException;
}
