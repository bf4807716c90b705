package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Lost;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Rates;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IntervalLineTest {

  /** Byte for byte: other programs read the first part. */
  @Test
  void looksLikeSysbenchsAndGoesOn() {
    Map<Kind, Double> types =
        Map.of(
            Kind.NEW_ORDER, 10.9,
            Kind.PAYMENT, 10.8,
            Kind.ORDER_STATUS, 1.1,
            Kind.DELIVERY, 1.1,
            Kind.STOCK_LEVEL, 1.1);
    Interval interval =
        new Interval(
            10,
            2,
            25.1,
            new Rates(520.1, 484, 50.2),
            41.85,
            0,
            654.6,
            types,
            new Lost(0.11, 1.3, 0));
    assertThat(Intervals.line(interval))
        .isEqualTo(
            "[ 10s ] thds: 2 tps: 25.10 qps: 1054.30 (r/w/o: 520.10/484.00/50.20)"
                + " lat (ms,95%): 41.85 err/s 0.00 reconn/s: 0.00"
                + " | nopm: 655 no/p/os/d/sl: 10.9/10.8/1.1/1.1/1.1"
                + " ucabort/s: 0.11 cflt/s: 1.30 giveup/s: 0.00");
  }

  @Test
  void timeThatRemainsFollows() {
    assertThat(TpccClient.rest(20, 60_000)).isEqualTo(" done: 33 %, 40 s left");
    assertThat(TpccClient.rest(20, 0)).isEmpty();
  }
}
