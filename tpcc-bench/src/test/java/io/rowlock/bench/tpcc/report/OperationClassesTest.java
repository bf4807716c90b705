package io.rowlock.bench.tpcc.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OperationClassesTest {
  @Test
  void phasesOfATypeAddUp() throws IOException {
    OperationTimes times = new OperationTimes();
    for (String type : List.of("Payment", "Delivery", "Payment")) {
      var unused = times.time(type, Object::new);
    }
    List<OperationClass> classes = OperationClasses.of(Map.of(), times.take());
    for (String type : List.of("Payment", "Delivery", OperationClass.ALL)) {
      List<OperationClass> ofType =
          classes.stream().filter(one -> one.type().equals(type)).toList();
      OperationClass whole = ofType.get(ofType.size() - 1);
      assertThat(whole.name()).isEqualTo(OperationClass.TRANSACTION);
      List<OperationClass> phases = ofType.subList(0, ofType.size() - 1);
      assertThat(phases).isNotEmpty();
      assertThat(phases.stream().mapToDouble(OperationClass::total).sum())
          .isEqualTo(whole.total(), within(1e-9));
      assertThat(phases.stream().mapToDouble(OperationClass::percent).sum())
          .isEqualTo(100, within(1e-9));
    }
    assertThat(classes)
        .filteredOn(one -> one.name().equals(OperationClass.TRANSACTION))
        .extracting(one -> one.latency().count())
        .containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void requestsThereWereNoneOfAreLeftOut() {
    Histogram some = new Histogram(3);
    some.recordValue(1_000);
    some.recordValue(3_000);
    List<OperationClass> classes =
        OperationClasses.of(
            Map.of(RpcKind.PREWRITE, some, RpcKind.WRITE, new Histogram(3)), Map.of());
    assertThat(classes).hasSize(1);
    OperationClass prewrite = classes.get(0);
    assertThat(prewrite.name()).isEqualTo("prewrite");
    assertThat(prewrite.scope()).isEqualTo(OperationClass.REQUEST);
    assertThat(prewrite.latency().count()).isEqualTo(2);
    assertThat(prewrite.latency().mean()).isEqualTo(2, within(0.01));
    assertThat(prewrite.total()).isEqualTo(4, within(0.02));
    assertThat(prewrite.quantiles()).hasSameSizeAs(OperationClass.PERCENTILES).isSorted();
  }
}
