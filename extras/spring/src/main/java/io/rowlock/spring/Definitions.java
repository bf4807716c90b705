package io.rowlock.spring;

import io.rowlock.TransactionSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.InvalidTimeoutException;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.TransactionDefinition;

/** Checks Spring's definitions of transactions, and translates them to Rowlock's settings. */
final class Definitions {

  private static final int MAX_NAME = 64;

  private Definitions() {}

  /**
   * Returns the settings.
   *
   * @param timeout in seconds, or {@link TransactionDefinition#TIMEOUT_DEFAULT} for none
   */
  static TransactionSettings settings(TransactionDefinition definition, int timeout) {
    if (definition.getPropagationBehavior() == TransactionDefinition.PROPAGATION_NESTED) {
      throw nestedRefused();
    }
    requireSerializable(definition.getIsolationLevel());
    TransactionSettings.Builder settings =
        TransactionSettings.builder().readOnly(definition.isReadOnly());
    @Nullable String name = definition.getName();
    if (name != null && !name.isBlank()) {
      settings.name(shortened(name));
    }
    if (timeout != TransactionDefinition.TIMEOUT_DEFAULT) {
      settings.timeout(Duration.ofSeconds(requirePositive(timeout)));
    }
    return settings.build();
  }

  static NestedTransactionNotSupportedException nestedRefused() {
    return new NestedTransactionNotSupportedException(
        "Propagation NESTED is not supported: use REQUIRED to join the transaction, or REQUIRES_NEW"
            + " for one of its own");
  }

  private static void requireSerializable(int isolation) {
    if (isolation != TransactionDefinition.ISOLATION_DEFAULT
        && isolation != TransactionDefinition.ISOLATION_SERIALIZABLE) {
      throw new InvalidIsolationLevelException(
          "Rowlock's transactions are always serializable: leave the isolation out, or set it to"
              + " SERIALIZABLE. CurrentTransaction.unvalidatedTable reads without conflicts");
    }
  }

  private static int requirePositive(int timeout) {
    if (timeout < 1) {
      throw new InvalidTimeoutException(
          "A timeout is at least 1 second: leave it out for no limit", timeout);
    }
    return timeout;
  }

  /** Returns the name of a method without its package, as metrics are kept by name. */
  private static String shortened(String name) {
    String simple = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    return simple.length() > MAX_NAME ? simple.substring(simple.length() - MAX_NAME) : simple;
  }
}
