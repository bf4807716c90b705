package io.rowlock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;

/**
 * The settings of a table, or timestamps in it, would make transactions on it unsafe. Nothing was
 * changed. Each finding names the setting and the remedy.
 */
public final class UnsafeTableException extends RowlockException {

  private static final long serialVersionUID = 1L;

  private final ArrayList<TableFinding> findings;

  /** For {@code io.rowlock.admin}. */
  public UnsafeTableException(TableName table, List<TableFinding> findings) {
    super(
        table,
        null,
        "Table '%s' is not fit for transactions: %s"
            .formatted(
                table.getNameAsString(),
                findings.stream().map(TableFinding::message).collect(Collectors.joining("; "))));
    this.findings = new ArrayList<>(findings);
  }

  /** Returns everything that is wrong, never empty. */
  public List<TableFinding> findings() {
    return Collections.unmodifiableList(findings);
  }
}
