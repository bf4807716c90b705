package io.rowlock;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/** A table's settings would make transactions on it unsafe. Nothing was changed. */
public final class UnsafeTableException extends DoNotRetryIOException {

  private static final long serialVersionUID = 1L;

  UnsafeTableException(TableName table, List<TableFinding> findings) {
    super(
        "Table '"
            + table.getNameAsString()
            + "' is unsafe for transactions: "
            + findings.stream().map(TableFinding::message).collect(Collectors.joining("; ")));
  }
}
