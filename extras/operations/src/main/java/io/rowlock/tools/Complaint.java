package io.rowlock.tools;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * Words a failure in one sentence, without a stack trace and without the many lines in HBase's
 * messages.
 */
final class Complaint {

  private static final int MAX_LENGTH = 600;

  private Complaint() {}

  static String about(Throwable failure) {
    Throwable cause = failure.getCause();
    if (failure instanceof TableNotFoundException) {
      return "Table '" + firstLine(failure) + "' does not exist";
    }
    if (failure instanceof FileSystemException file && file.getReason() == null) {
      return sentence(file);
    }
    boolean isWrapper =
        failure instanceof ExecutionException || failure instanceof RetriesExhaustedException;
    return isWrapper && cause != null ? about(cause) : sentence(failure);
  }

  /** Java's message is the name of the file alone. */
  private static String sentence(FileSystemException failure) {
    String file = "file '" + failure.getFile() + "'";
    if (failure instanceof NoSuchFileException) {
      return "There is no " + file;
    }
    return failure instanceof FileAlreadyExistsException
        ? "There is a " + file + " already"
        : "The " + file + " may not be used";
  }

  private static String sentence(Throwable failure) {
    String line = firstLine(failure);
    boolean isForeign = !failure.getClass().getName().startsWith("io.rowlock.");
    boolean isPlain = failure.getClass().getPackageName().equals("java.io") || line.contains(" ");
    boolean isSpoken = isPlain && !(failure instanceof Error);
    return isForeign && !isSpoken ? failure.getClass().getSimpleName() + ": " + line : line;
  }

  static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return failure.getClass().getSimpleName();
    }
    String line = message.strip().lines().findFirst().orElse("");
    return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line;
  }
}
