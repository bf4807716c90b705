package io.rowlock.tools;

import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.TransactionTrace;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Reports what became of a transaction. */
@Command(
    name = "outcome",
    description = {
      "Tells what became of a transaction that a log names; status 3 unless it is committed.",
      "ID is the identity that its locks name, the last one in the exception's message. Reads the"
          + " locks of a table that the transaction has written; the exception names one, and a"
          + " row, so that --start-row and --stop-row shorten the search. NO_TRACE is no answer if"
          + " the rows were written again often since, or if the transaction wrote other tables."
    })
final class OutcomeCommand extends RowlockCommand {

  @Parameters(paramLabel = "ID")
  private String id;

  @Parameters(paramLabel = "TABLE")
  private TableName table;

  @Mixin private RangeOptions rows;

  @Override
  boolean run() throws IOException {
    LockRange range = rows.of(table);
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      TransactionTrace trace = search(tools, range);
      JsonObject json = Json.of("transaction", id, "outcome", trace.outcome());
      trace.lock().ifPresent(lock -> json.add("lock", LockText.json(lock)));
      request.print(
          trace.outcome() + trace.lock().map(lock -> " " + LockText.line(lock)).orElse(""), json);
      return trace.outcome() == TransactionTrace.Outcome.COMMITTED;
    }
  }

  private TransactionTrace search(LockTools tools, LockRange range) throws IOException {
    try {
      return tools.trace(id, range, request.terminal()::progress);
    } catch (IllegalArgumentException malformed) {
      throw wrong(String.valueOf(malformed.getMessage()));
    }
  }
}
