package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of a transaction, and where it shows. */
class TransactionSettingsTest {

  private final SimulatedTransactions simulated = new SimulatedTransactions();

  @Test
  void eachOneDiffersInOneThing() {
    RetryPolicy policy = RetryPolicy.none();
    TransactionSettings settings = TransactionSettings.named("transfer").withRetryPolicy(policy);
    assertThat(settings.name()).contains("transfer");
    assertThat(settings.retryPolicy()).containsSame(policy);
    assertThat(settings.withName("audit").name()).contains("audit");
    assertThat(settings.withName("audit").retryPolicy()).containsSame(policy);
    assertThat(TransactionSettings.ofDefaults().name()).isEmpty();
    assertThat(TransactionSettings.ofDefaults().retryPolicy()).isEmpty();
    assertThat(settings)
        .hasToString("TransactionSettings[name=transfer, retryPolicy=" + policy + "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", " a", "a ", "a\nb", "a\tb", "\u202e", "\ud800", "\u2028"})
  void namesAreVisible(String name) {
    assertThatThrownBy(() -> TransactionSettings.named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name must be 1 to 64 visible characters")
        .hasMessageNotContaining("\n");
  }

  @Test
  void namesAreBounded() {
    assertThat(TransactionSettings.named("x".repeat(64)).name()).isPresent();
    assertThatThrownBy(() -> TransactionSettings.named("x".repeat(1_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(300));
    assertThat(TransactionSettings.named("Überweisung Nr. 2").name()).isPresent();
  }

  @Test
  void theNameShowsWhereverTheTransactionDoes() throws IOException {
    Transaction transaction = simulated.begin(TransactionSettings.named("transfer"));
    assertThat(transaction.name()).contains("transfer");
    String old = SimulatedTransactions.read(transaction, "a");
    simulated.overwrite("a", "2");
    SimulatedTransactions.write(transaction, "b", old + "!");
    assertThatThrownBy(transaction::commit)
        .isInstanceOfSatisfying(
            ConflictException.class,
            conflict -> assertThat(conflict.transactionName()).contains("transfer"))
        .hasMessageEndingWith("[transaction 'transfer' " + transaction.id() + "]");
    assertThatThrownBy(() -> SimulatedTransactions.read(transaction, "a"))
        .isInstanceOfSatisfying(
            TransactionEndedException.class,
            ended -> assertThat(ended.transactionName()).contains("transfer"))
        .hasMessageEndingWith("[transaction 'transfer' " + transaction.id() + "]");
    assertThat(simulated.begin().name()).isEmpty();
  }
}
