package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of a transaction, and where it shows. */
class TransactionSettingsTest {

  private final SimulatedTransactions simulated = new SimulatedTransactions();

  @Test
  void eachOneDiffersInOneThing() {
    RetryPolicy policy = RetryPolicy.none();
    Executor executor = Runnable::run;
    TransactionSettings settings =
        TransactionSettings.ofDefaults()
            .withRetryPolicy(policy)
            .withExecutor(executor)
            .withReadOnly()
            .withTimeout(Duration.ofSeconds(2))
            .withName("transfer");
    assertThat(settings.name()).contains("transfer");
    assertThat(settings.timeout()).contains(Duration.ofSeconds(2));
    assertThat(settings.isReadOnly()).isTrue();
    assertThat(settings.retryPolicy()).containsSame(policy);
    assertThat(settings.executor()).containsSame(executor);
    assertThat(settings.withName("audit").name()).contains("audit");
    assertThat(settings)
        .hasToString(
            "TransactionSettings[name=transfer, timeout=PT2S, readOnly=true, retryPolicy="
                + policy
                + ", executor=own]");
  }

  @Test
  void byDefaultNothingIsSaid() {
    TransactionSettings settings = TransactionSettings.ofDefaults();
    assertThat(settings.name()).isEmpty();
    assertThat(settings.timeout()).isEmpty();
    assertThat(settings.isReadOnly()).isFalse();
    assertThat(settings.retryPolicy()).isEmpty();
    assertThat(settings.executor()).isEmpty();
  }

  @Test
  void whatMakesNoSenseIsRefusedByName() {
    TransactionSettings settings = TransactionSettings.ofDefaults();
    assertThatThrownBy(() -> settings.withTimeout(Duration.ofNanos(999_999)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("timeout must be at least 1 ms")
        .hasMessageContaining("leave it out");
    assertThatThrownBy(() -> settings.withTimeout((Duration) null)).hasMessage("timeout");
    assertThatThrownBy(() -> settings.withName((String) null)).hasMessage("name");
    assertThatThrownBy(() -> settings.withRetryPolicy((RetryPolicy) null)).hasMessage("policy");
    assertThatThrownBy(() -> settings.withExecutor((Executor) null)).hasMessage("executor");
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
