package io.rowlock.bench.tpcc.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyTest {
  static List<Key> oneOfEach() {
    return List.of(
        Keys.warehouse(1),
        Keys.warehouseYtd(1),
        Keys.district(1, 2),
        Keys.districtYtd(1, 2),
        Keys.districtNext(1, 2),
        Keys.customer(1, 2, 3000),
        Keys.customerName(1, 2, "BARBARBAR", "aB3", 77),
        Keys.customerNames(1, 2, "BARBARBAR"),
        Keys.history(1, 2, 1_700_000_000_123L, 65_535, 9),
        Keys.newOrder(1, 2, 2101),
        Keys.order(1, 2, 10_000_000),
        Keys.orderCustomer(1, 2, 3, 3001),
        Keys.ordersOfCustomer(1, 2, 3),
        Keys.orderLine(1, 2, 3001, 15),
        Keys.stock(1, 100_000),
        Keys.item(1, 200_000));
  }

  @Test
  void everyRelationIsThere() {
    assertThat(oneOfEach().stream().map(Key::relation)).containsExactly(Relation.values());
  }

  @ParameterizedTest
  @MethodSource("oneOfEach")
  void isWhatItsBytesSay(Key key) {
    assertThat(Key.parse(key.relation().table(), key.bytes())).isEqualTo(key);
  }

  @Test
  void widthsAreThoseOfTheDesign() {
    assertThat(oneOfEach().stream().map(key -> key.bytes().length))
        .containsExactly(4, 5, 5, 6, 6, 9, 41, 21, 19, 9, 9, 13, 9, 10, 8, 8);
  }

  @Test
  void partsComeBack() {
    Key history = Keys.history(7, 2, 1_700_000_000_123L, 65_535, 9);
    assertThat(history.warehouse()).isEqualTo(7);
    assertThat(history.district()).isEqualTo(2);
    assertThat(history.part(2)).isEqualTo(1_700_000_000_123L);
    assertThat(history.part(3)).isEqualTo(65_535);
    assertThat(history.part(4)).isEqualTo(9);
    Key name = Keys.customerName(7, 2, "OUGHT", "aB3", 77);
    assertThat(name.textPart(2)).isEqualTo("OUGHT");
    assertThat(name.textPart(3)).isEqualTo("aB3");
    assertThat(name).hasToString("CUSTOMER_NAME(7, 2, OUGHT, aB3, 77)");
    assertThat(Keys.districtNext(7, 2)).hasToString("DISTRICT_NEXT(7, 2)");
  }

  @Test
  void latestOrderOfACustomerComesFirst() {
    Key later = Keys.orderCustomer(1, 2, 3, 3001);
    assertThat(later).isLessThan(Keys.orderCustomer(1, 2, 3, 3000));
    assertThat(Keys.reversed(later.part(3))).isEqualTo(3001);
  }

  @Test
  void orderOfBytesIsOrderOfNumbersAndOfFirstNames() {
    assertThat(
            Stream.of(
                Keys.orderLine(1, 1, 255, 15),
                Keys.orderLine(1, 1, 256, 1),
                Keys.orderLine(1, 2, 1, 1),
                Keys.orderLine(200, 1, 1, 1)))
        .isSorted();
    assertThat(
            Stream.of(
                Keys.customerName(1, 1, "BAR", "Zoe", 9),
                Keys.customerName(1, 1, "BAR", "abc", 2),
                Keys.customerName(1, 1, "BAR", "abcd", 1),
                Keys.customerName(1, 1, "BARBAR", "A", 1)))
        .isSorted();
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Keys.district(1, 256));
    assertThatIllegalArgumentException().isThrownBy(() -> Keys.order(1, 1, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.customerNames(1, 1, "SEVENTEEN LETTERS"));
    assertThatExceptionOfType(BrokenRowException.class)
        .isThrownBy(() -> Key.parse("orders", new byte[8]));
  }
}
