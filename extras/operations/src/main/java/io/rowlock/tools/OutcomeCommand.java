package io.rowlock.tools;

import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.TransactionTrace;
import java.io.IOException;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.org.apache.commons.cli.Options;

/** Reports what became of a transaction. */
final class OutcomeCommand implements Command {

  @Override
  public String name() {
    return "outcome";
  }

  @Override
  public String arguments() {
    return "ID TABLE";
  }

  @Override
  public String summary() {
    return "Tells what became of a transaction that a log names; status 3 unless it is committed.";
  }

  @Override
  public String details() {
    return "ID is the identity that its locks name, the last one in the exception's message. Reads the"
        + " locks of a table that the transaction has written; the exception names one, and"
        + " a row, so that --start-row and --stop-row shorten the search. NO_TRACE is no answer if"
        + " the rows were written again often since, or if the transaction wrote other tables.";
  }

  @Override
  public Options options() {
    return CommonOptions.withRange(new Options());
  }

  @Override
  public int run(Request request) throws IOException, UsageException {
    LockRange range = request.range(request.table(1));
    try (Cluster cluster = request.connect();
        LockTools tools = cluster.openLockTools()) {
      TransactionTrace trace = search(request, tools, range);
      request.print(line(trace), json(request.word(0), trace));
      return trace.outcome() == TransactionTrace.Outcome.COMMITTED
          ? ExitStatus.GOOD
          : ExitStatus.FOUND;
    }
  }

  private static TransactionTrace search(Request request, LockTools tools, LockRange range)
      throws IOException, UsageException {
    try {
      return tools.trace(request.word(0), range, request.terminal()::progress);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(wrong.getMessage() + ".");
    }
  }

  private static String line(TransactionTrace trace) {
    return trace.outcome() + trace.lock().map(lock -> " " + LockText.line(lock)).orElse("");
  }

  private static JsonObject json(String id, TransactionTrace trace) {
    JsonObject json = new JsonObject();
    json.addProperty("transaction", id);
    json.addProperty("outcome", trace.outcome().name());
    trace.lock().ifPresent(lock -> json.add("lock", LockText.json(lock)));
    return json;
  }
}
