package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.business.NewOrderLines.StockRule;
import io.rowlock.bench.tpcc.business.Payment.Cents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
  @ParameterizedTest
  @CsvSource({"20, 10, 10", "19, 10, 100", "11, 1, 10", "10, 1, 100", "100, 10, 90", "10, 10, 91"})
  void stockIsFilledUpWhenLessThanTenWouldBeLeft(int quantity, int ordered, int left) {
    assertThat(StockRule.after(quantity, ordered)).isEqualTo(left);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "3, 1", "4, 1", "5, 2"})
  void customerInTheMiddle(int count, int place) {
    assertThat(CustomerSearch.middle(count)).isEqualTo(place);
  }

  @Test
  void totalHasDiscountAndTaxesAndIsRounded() {
    assertThat(NewOrder.total(10_000, 0, 0)).isEqualTo(10_000);
    assertThat(NewOrder.total(10_000, 5_000, 4_000)).isEqualTo(7_000);
    assertThat(NewOrder.total(1, 5_000, 0)).isEqualTo(1);
    assertThat(NewOrder.total(1, 5_001, 0)).isEqualTo(0);
    assertThat(NewOrder.total(15 * 10 * 10_000L, 0, 4_000)).isEqualTo(2_100_000);
  }

  @Test
  void centsForPeople() {
    assertThat(Cents.text(1)).isEqualTo("0.01");
    assertThat(Cents.text(-1_005)).isEqualTo("-10.05");
    assertThat(Cents.text(-5)).isEqualTo("-0.05");
    assertThat(Cents.text(500_000)).isEqualTo("5000.00");
  }
}
