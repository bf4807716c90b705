package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrowthPlanTest {
  private final GrowthPlan plan = new GrowthPlan();

  @BeforeEach
  void transactionsOnly() {
    plan.modes = List.of(Mode.TX);
  }

  @Test
  void clientsAreInProportionToTheServersAndAllElseIsTheSame() {
    plan.clients = 2;
    plan.profiles = List.of(Profile.PRACTICAL);
    Plan one = plan.on(1);
    Plan four = plan.on(4);
    assertThat(one.clients.count()).isEqualTo(2);
    assertThat(four.clients.count()).isEqualTo(8);
    assertThat(four.clients.areProcesses()).isTrue();
    assertThat(four.clients.rpcDelayMillis()).isEqualTo(one.clients.rpcDelayMillis()).isEqualTo(1);
    assertThat(four.regions()).isEqualTo(one.regions()).isEqualTo(12);
    assertThat(four.threads).isEqualTo(one.threads).containsExactly(1);
    assertThat(four.modes).isEqualTo(one.modes).containsExactly(Mode.TX);
  }

  @Test
  void wrongNumbersAreNamed() {
    plan.profiles = List.of(Profile.PRACTICAL);
    plan.servers = List.of(1, 10);
    assertThatIllegalArgumentException()
        .isThrownBy(plan::check)
        .withMessage("--servers must be 1 to 9, not 10");
    plan.servers = List.of(2, 2, 1);
    plan.check();
    assertThat(plan.servers).containsExactly(2, 1);
    plan.threads = 0;
    assertThatIllegalArgumentException().isThrownBy(plan::check).withMessageContaining("--threads");
  }
}
