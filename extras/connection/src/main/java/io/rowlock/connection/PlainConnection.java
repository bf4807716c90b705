package io.rowlock.connection;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;

/** HBase's own connection, which may be opened at its first use. */
@FunctionalInterface
interface PlainConnection {

  Connection get() throws IOException;
}
