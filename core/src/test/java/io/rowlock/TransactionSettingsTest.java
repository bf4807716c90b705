package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of a transaction, and their effects. */
class TransactionSettingsTest {

  private final SimulatedTransactions simulated = new SimulatedTransactions();

  @Test
  void builderOfSettingsStartsFromThem() {
    RetryPolicy policy = RetryPolicy.none();
    Executor executor = Runnable::run;
    TransactionSettings settings =
        TransactionSettings.builder()
            .retryPolicy(policy)
            .executor(executor)
            .readOnly(true)
            .timeout(Duration.ofSeconds(2))
            .name("transfer")
            .build();
    assertThat(settings.name()).contains("transfer");
    assertThat(settings.timeout()).contains(Duration.ofSeconds(2));
    assertThat(settings.isReadOnly()).isTrue();
    assertThat(settings.retryPolicy()).containsSame(policy);
    assertThat(settings.executor()).containsSame(executor);
    TransactionSettings audit = settings.toBuilder().name("audit").build();
    assertThat(audit.name()).contains("audit");
    assertThat(audit.timeout()).contains(Duration.ofSeconds(2));
    assertThat(audit.isReadOnly()).isTrue();
    assertThat(audit.retryPolicy()).containsSame(policy);
    assertThat(audit.executor()).containsSame(executor);
    assertThat(settings)
        .hasToString(
            "TransactionSettings[name=transfer, timeout=PT2S, readOnly=true, retryPolicy="
                + policy
                + ", executor=own]");
  }

  @Test
  void byDefaultNothingIsSet() {
    TransactionSettings settings = TransactionSettings.ofDefaults();
    assertThat(settings.name()).isEmpty();
    assertThat(settings.timeout()).isEmpty();
    assertThat(settings.isReadOnly()).isFalse();
    assertThat(settings.retryPolicy()).isEmpty();
    assertThat(settings.executor()).isEmpty();
  }

  @Test
  void whatMakesNoSenseIsRefusedByName() {
    TransactionSettings.Builder settings = TransactionSettings.builder();
    assertThatThrownBy(() -> settings.timeout(Duration.ofNanos(999_999)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("timeout must be at least 1 ms")
        .hasMessageContaining("leave it out");
    assertThatThrownBy(() -> settings.timeout((Duration) null)).hasMessage("timeout");
    assertThatThrownBy(() -> settings.name((String) null)).hasMessage("name");
    assertThatThrownBy(() -> settings.retryPolicy((RetryPolicy) null)).hasMessage("policy");
    assertThatThrownBy(() -> settings.executor((Executor) null)).hasMessage("executor");
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
