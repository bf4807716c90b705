package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNumberTest {
  @ParameterizedTest
  @CsvSource({"1, 7", "2, 7", "3, 7", "7, 7", "8, 6000"})
  void clientsHaveAllOfItAndNothingTwice(int clients, long all) {
    long next = 0;
    for (int number = 0; number < clients; number++) {
      ClientNumber client = new ClientNumber(number, clients);
      assertThat(client.first(all)).isEqualTo(next);
      assertThat(client.part(all)).isBetween(all / clients, all / clients + 1);
      next += client.part(all);
    }
    assertThat(next).isEqualTo(all);
  }

  @Test
  void onlyClientHasAll() {
    assertThat(ClientNumber.ONLY.first(5)).isZero();
    assertThat(ClientNumber.ONLY.part(5)).isEqualTo(5);
  }
}
