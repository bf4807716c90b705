package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InputGeneratorTest {
  private static final int MANY = 50_000;
  private static final Scale SCALE = Scale.standard(3);
  private static final RunConstants CONSTANTS = new RunConstants(223, 259, 7911);

  private final InputGenerator inputs = generator(InputRules.SPEC, SCALE);

  @Test
  void ordersHaveFiveToFifteenLinesOfOneToTen() {
    List<Inputs.NewOrder> orders = newOrders(inputs);
    assertThat(orders.stream().map(order -> order.lines().size()).distinct()).hasSize(11);
    double mean = orders.stream().mapToInt(order -> order.lines().size()).average().orElseThrow();
    assertThat(mean).isCloseTo(10, within(0.1));
    assertThat(lines(orders).map(Inputs.Line::quantity).distinct()).hasSize(10);
    assertThat(orders).allMatch(order -> order.c() >= 1 && order.c() <= 3000);
  }

  @Test
  void oneOrderOfAHundredEndsWithAnItemThatDoesNotExist() {
    List<Inputs.NewOrder> orders = newOrders(inputs);
    List<Inputs.NewOrder> unusable =
        orders.stream().filter(InputGeneratorTest::hasUnusedItem).toList();
    assertThat(unusable.size() / (double) MANY).isCloseTo(0.01, within(0.002));
    assertThat(unusable)
        .allMatch(order -> order.lines().get(order.lines().size() - 1).item() == 100_001)
        .allMatch(order -> unused(order) == 1);
  }

  private static boolean hasUnusedItem(Inputs.NewOrder order) {
    return unused(order) > 0;
  }

  private static long unused(Inputs.NewOrder order) {
    return order.lines().stream().filter(line -> line.item() == SCALE.unusedItem()).count();
  }

  @Test
  void oneLineOfAHundredComesFromAnotherWarehouse() {
    List<Inputs.NewOrder> orders = newOrders(inputs);
    long all = lines(orders).count();
    long remote = lines(orders).filter(line -> line.supplyWarehouse() != 2).count();
    assertThat(remote / (double) all).isCloseTo(0.01, within(0.001));
    assertThat(lines(orders).map(Inputs.Line::supplyWarehouse).distinct())
        .containsExactlyInAnyOrder(1, 2, 3);
    assertThat(orders)
        .allMatch(
            order ->
                order.isLocal()
                    == order.lines().stream().allMatch(line -> line.supplyWarehouse() == 2));
  }

  @Test
  void someOrdersHaveAnItemTwice() {
    List<Inputs.NewOrder> orders = newOrders(inputs);
    long twice =
        orders.stream()
            .filter(
                order ->
                    order.lines().stream().map(Inputs.Line::item).distinct().count()
                        < order.lines().size())
            .count();
    assertThat(twice / (double) MANY).isCloseTo(0.0086, within(0.002));
  }

  @Test
  void paymentsByNameAndFromElsewhere() {
    List<Inputs.Payment> payments =
        IntStream.range(0, MANY).mapToObj(i -> inputs.payment(2, 5)).toList();
    double remote = payments.stream().filter(Inputs.Payment::isRemote).count() / (double) MANY;
    assertThat(remote).isCloseTo(0.15, within(0.01));
    double named =
        payments.stream()
                .filter(payment -> payment.customer() instanceof CustomerChoice.ByName)
                .count()
            / (double) MANY;
    assertThat(named).isCloseTo(0.60, within(0.01));
    assertThat(payments)
        .allMatch(payment -> payment.w() == 2 && payment.d() == 5)
        .allMatch(payment -> payment.isRemote() || payment.customer().d() == 5)
        .allMatch(payment -> payment.amount() >= 100 && payment.amount() <= 500_000);
    assertThat(payments.stream().filter(Inputs.Payment::isRemote).map(p -> p.customer().d()))
        .contains(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  }

  @Test
  void oneWarehouseHasNoOther() {
    InputGenerator alone = generator(InputRules.SPEC, Scale.standard(1));
    for (int i = 0; i < 10_000; i++) {
      assertThat(alone.newOrder(1, 1).isLocal()).isTrue();
      assertThat(alone.payment(1, 1).isRemote()).isFalse();
    }
  }

  @Test
  void warpHasShortLocalOrdersAndNumbersOnly() {
    InputGenerator warp = generator(InputRules.WARP, SCALE);
    List<Inputs.NewOrder> orders = newOrders(warp);
    assertThat(orders.stream().map(order -> order.lines().size()).distinct()).hasSize(10);
    assertThat(orders).allMatch(Inputs.NewOrder::isLocal);
    assertThat(IntStream.range(0, 1000).mapToObj(i -> warp.orderStatus(2, 1).customer()))
        .allMatch(CustomerChoice.ById.class::isInstance);
  }

  @Test
  void carriersAndThresholds() {
    assertThat(IntStream.range(0, 1000).mapToObj(i -> inputs.delivery(2).carrier()).distinct())
        .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(
            IntStream.range(0, 1000).mapToObj(i -> inputs.stockLevel(2, 1).threshold()).distinct())
        .containsExactlyInAnyOrder(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
  }

  private static InputGenerator generator(InputRules rules, Scale scale) {
    return new InputGenerator(rules, scale, CONSTANTS, Dice.of(1));
  }

  private static List<Inputs.NewOrder> newOrders(InputGenerator generator) {
    return IntStream.range(0, MANY).mapToObj(i -> generator.newOrder(2, 5)).toList();
  }

  private static Stream<Inputs.Line> lines(List<Inputs.NewOrder> orders) {
    return orders.stream().flatMap(order -> order.lines().stream());
  }
}
