package io.rowlock.internal.engine;

import io.rowlock.internal.store.MissingPermissionException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** Adds advice to errors of HBase whose own messages contain none. */
final class Advice {

  private Advice() {}

  /** Returns a sentence without its full stop; empty if there is no special advice. */
  static Optional<String> of(Throwable failure) {
    return Throwables.getCausalChain(failure).stream()
        .map(Advice::sentence)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> sentence(Throwable failure) {
    if (failure instanceof TableNotFoundException) {
      return Optional.of("There is no such table: check its name, or create it with createTable");
    }
    if (failure instanceof TableNotEnabledException) {
      return Optional.of("The table is disabled: enable it, then try again");
    }
    if (failure instanceof NoSuchColumnFamilyException) {
      return Optional.of("The table has no such column family: check its name, or add it");
    }
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof DoNotRetryIOException && message.contains("region is read only")) {
      return Optional.of("The table is READONLY: set that to 'false', then try again");
    }
    if (failure.toString().contains("quotas.SpaceLimitingException")) {
      return Optional.of("A space quota is used up: raise it or free space, then try again");
    }
    return failure instanceof AccessDeniedException
            && !(failure instanceof MissingPermissionException)
        ? Optional.of(
            "Request the permission to read and write the table, including its lock family")
        : Optional.empty();
  }
}
