package io.rowlock.connection;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/** A call on a table, which may be made several times. */
@FunctionalInterface
interface TableCall<T extends @Nullable Object> {

  T on(Table table) throws IOException;
}
