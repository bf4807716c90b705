package io.rowlock.tools;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** Explains that a table does not exist, with the name of the one that was probably meant. */
final class MissingTable {

  private MissingTable() {}

  /** Returns the failure of a command; a better one if a table was missing. */
  static IOException explained(IOException failed, Request request) {
    Optional<String> missing =
        Throwables.getCausalChain(failed).stream()
            .filter(TableNotFoundException.class::isInstance)
            .map(Complaint::firstLine)
            .findFirst();
    return missing.map(name -> explained(failed, name, request)).orElse(failed);
  }

  private static IOException explained(IOException failed, String name, Request request) {
    try (Cluster cluster = request.connect();
        Admin admin = cluster.connection().getAdmin()) {
      String question = question(name, admin.listTableNames());
      return question.isEmpty() ? failed : new IOException(Complaint.about(failed) + question);
    } catch (IOException unanswered) {
      failed.addSuppressed(unanswered);
      return failed;
    }
  }

  /** A table of another namespace is near if its own name is the given one. */
  static String question(String name, TableName... tables) {
    List<String> sameName =
        Arrays.stream(tables)
            .filter(table -> table.getQualifierAsString().equals(name))
            .map(TableName::getNameAsString)
            .toList();
    return sameName.isEmpty()
        ? Spelling.question(name, Arrays.stream(tables).map(TableName::getNameAsString).toList())
        : ". Did you mean '" + sameName.get(0) + "'?";
  }
}
