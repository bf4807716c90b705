package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.Work;
import io.rowlock.bench.tpcc.access.Work.Isolation;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.OrderStatus;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.business.StockLevel;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.check.Ledger.Outcome;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.run.Execution.FailureLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Carries out what terminals ask for, and notes what they are told. Thread-safe. */
record Teller(
    Client client,
    Mode mode,
    Layout layout,
    Notes notes,
    OperationTimes times,
    FailureLog failures) {
  /** Where it is noted what terminals are told. */
  @FunctionalInterface
  interface Notes {
    /** Returns when the line is safe. */
    void note(Ledger.Line line) throws IOException;
  }

  Execution newOrder(Inputs.NewOrder input) {
    long millis = System.currentTimeMillis();
    Remembering<NewOrder.Result> order = new Remembering<>(new NewOrder(input, layout, millis));
    Execution execution = execute(Kind.NEW_ORDER, order);
    String o = order.last().map(result -> Long.toString(result.o())).orElse("");
    note(
        new Ledger.Line(
            Kind.NEW_ORDER, outcome(execution), input.w(), input.d(), o, input.c(), millis));
    return execution;
  }

  /**
   * Clause 2.5.
   *
   * @param history the key of its row in HISTORY
   * @param millis H_DATE
   */
  Execution payment(Inputs.Payment input, Key history, long millis) {
    Remembering<Payment.Result> payment =
        new Remembering<>(new Payment(input, layout, history, millis));
    Execution execution = execute(Kind.PAYMENT, payment);
    int c = payment.last().map(Payment.Result::c).orElse(0);
    String id = Bytes.toHex(history.bytes());
    note(new Ledger.Line(Kind.PAYMENT, outcome(execution), input.w(), input.d(), id, c, millis));
    return execution;
  }

  Execution orderStatus(Inputs.OrderStatus input) {
    return execute(Kind.ORDER_STATUS, new OrderStatus(input, layout));
  }

  Execution stockLevel(Inputs.StockLevel input) {
    return execute(Kind.STOCK_LEVEL, new StockLevel(input));
  }

  /** A terminal survives whatever happens to its business transactions. */
  private Execution execute(Kind kind, Work<?> work) {
    try {
      return Execution.of(times.time(kind.title(), () -> client.run(work)));
    } catch (IOException | RuntimeException e) {
      failures.note(kind, e);
      return Execution.of(e);
    }
  }

  /** Without transactions a failure may leave anything behind. */
  private Outcome outcome(Execution execution) {
    return switch (execution.state()) {
      case COMPLETED -> Outcome.COMMITTED;
      case ROLLED_BACK -> Outcome.ROLLED_BACK;
      case GAVE_UP -> Outcome.FAILED;
      case UNKNOWN -> Outcome.UNKNOWN;
      case ERROR -> mode == Mode.TX ? Outcome.FAILED : Outcome.UNKNOWN;
    };
  }

  private void note(Ledger.Line line) {
    try {
      notes.note(line);
    } catch (IOException e) {
      throw new UncheckedIOException("The ledger cannot be written", e);
    }
  }

  /** Knows the result of the last attempt, also when nobody knows whether that was committed. */
  static final class Remembering<T> implements Work<T> {
    private final Work<T> work;
    private @Nullable T last;

    Remembering(Work<T> work) {
      this.work = work;
    }

    @Override
    public T execute(Access access) throws IOException {
      last = null;
      T result = work.execute(access);
      last = result;
      return result;
    }

    @Override
    public String name() {
      return work.name();
    }

    @Override
    public Isolation isolation() {
      return work.isolation();
    }

    Optional<T> last() {
      return Optional.ofNullable(last);
    }
  }
}
