package io.rowlock.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StrikeTest {

  @Test
  void roundContainsEveryKindIfTheServersAreItsOwn() {
    assertThat(Strike.round(true, true)).contains(Strike.values()).hasSize(19);
  }

  @Test
  void serversOfTheUserAreNeitherKilledNorSuspended() {
    assertThat(Strike.round(true, false))
        .contains(Strike.KILL_CLIENT, Strike.MOVE_REGION)
        .doesNotContain(Strike.KILL_SERVER, Strike.SUSPEND_SERVER);
  }

  @Test
  void singleClientLasts() {
    assertThat(Strike.round(false, true))
        .contains(Strike.KILL_SERVER)
        .doesNotContain(Strike.KILL_CLIENT, Strike.SUSPEND_CLIENT);
  }
}
