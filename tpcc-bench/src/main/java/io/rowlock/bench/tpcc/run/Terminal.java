package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Client.Work.Isolation;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.access.OperationTimes.Timed;
import io.rowlock.bench.tpcc.business.Delivery.Delivered;
import io.rowlock.bench.tpcc.business.InputGenerator;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.Mix;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.OrderStatus;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.business.StockLevel;
import io.rowlock.bench.tpcc.business.WholeDelivery;
import io.rowlock.bench.tpcc.check.Ledger;
import io.rowlock.bench.tpcc.check.Ledger.Outcome;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import io.rowlock.bench.tpcc.run.Execution.FailureLog;
import io.rowlock.bench.tpcc.run.Session.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Chooses and runs the transactions of one terminal, in one warehouse; its Stock-Levels are in one
 * district (clause 2.8.1.1). Used by one thread at a time.
 */
final class Terminal {
  /** Identifies these dice among the dice of a seed. */
  private static final int TERMINAL = 2;

  private final int number;
  private final int w;
  private final int d;
  private final boolean isInDistrict;
  private final Mix mix;
  private final Dice dice;
  private final InputGenerator inputs;
  private final Mode mode;
  private final Context context;
  private final Layout layout;
  private final FailureLog failures;
  private final DeliveryDesk desk;
  private final WholeDelivery deliveries;
  private final int deliveryTransactions;
  private int payments;

  /** Creates a terminal; its index is from 0, over all clients. */
  Terminal(RunPlan plan, Context context, int index, FailureLog failures, DeliveryDesk desk) {
    RunOptions options = plan.options();
    this.number = context.firstTerminal() + index;
    // Spread over the warehouses, and in each warehouse over the districts.
    this.w = index % context.scale().warehouses() + 1;
    this.d = index / context.scale().warehouses() % Scale.DISTRICTS + 1;
    this.isInDistrict = options.profile == Profile.WARP;
    this.mix = options.profile.mix();
    this.dice = Dice.of(plan.stretch().seed(), TERMINAL, index);
    this.inputs =
        new InputGenerator(options.profile.rules(), context.scale(), context.constants(), dice);
    this.mode = plan.stretch().mode();
    this.context = context;
    this.layout = context.database().layout();
    this.failures = failures;
    this.desk = desk;
    this.deliveryTransactions = options.profile.deliveryTransactions();
    this.deliveries = new WholeDelivery(context.client(), context.hints(), deliveryTransactions);
  }

  /** A business transaction with its inputs; its facts count if it completes. */
  record Job(Kind kind, Map<Event, Integer> facts, Supplier<Execution> work) {}

  /** Decides when and on which thread a Delivery runs, and gets what it delivers. */
  @FunctionalInterface
  interface DeliveryDesk {
    Execution deliver(Inputs.Delivery input, Function<List<Delivered>, Execution> work);
  }

  Kind nextKind() {
    return mix.next(dice);
  }

  Job job(Kind kind) {
    return switch (kind) {
      case NEW_ORDER -> newOrder(inputs.newOrder(w, district()));
      case PAYMENT -> payment(inputs.payment(w, district()));
      case ORDER_STATUS -> orderStatus(inputs.orderStatus(w, district()));
      case DELIVERY -> {
        Inputs.Delivery input = inputs.delivery(w);
        yield new Job(kind, Map.of(), () -> desk.deliver(input, done -> deliver(input, done)));
      }
      case STOCK_LEVEL -> {
        Inputs.StockLevel input = inputs.stockLevel(w, d);
        yield new Job(kind, Map.of(), () -> execute(kind, new StockLevel(input)));
      }
    };
  }

  private int district() {
    return isInDistrict ? d : dice.between(1, Scale.DISTRICTS);
  }

  private Job newOrder(Inputs.NewOrder input) {
    long remote = input.lines().stream().filter(l -> l.supplyWarehouse() != input.w()).count();
    return new Job(
        Kind.NEW_ORDER,
        Map.of(Event.LINES, input.lines().size(), Event.REMOTE_LINES, (int) remote),
        () -> {
          long millis = System.currentTimeMillis();
          LastResult<NewOrder.Result> order = new LastResult<>(new NewOrder(input, layout, millis));
          Execution execution = execute(Kind.NEW_ORDER, order);
          String o = order.find().map(result -> Long.toString(result.o())).orElse("");
          note(Kind.NEW_ORDER, execution, input.w(), input.d(), o, input.c(), millis);
          return execution;
        });
  }

  private Job payment(Inputs.Payment input) {
    payments++;
    int payment = payments;
    return new Job(
        Kind.PAYMENT,
        Map.of(Event.REMOTE, input.isRemote() ? 1 : 0, Event.BY_NAME, byName(input.customer())),
        () -> {
          long millis = System.currentTimeMillis();
          Key history = Keys.history(input.w(), input.d(), millis, number, payment);
          LastResult<Payment.Result> paid =
              new LastResult<>(new Payment(input, layout, history, millis));
          Execution execution = execute(Kind.PAYMENT, paid);
          String id = Bytes.toHex(history.bytes());
          int c = paid.find().map(Payment.Result::c).orElse(0);
          note(Kind.PAYMENT, execution, input.w(), input.d(), id, c, millis);
          return execution;
        });
  }

  private Job orderStatus(Inputs.OrderStatus input) {
    return new Job(
        Kind.ORDER_STATUS,
        Map.of(Event.BY_NAME, byName(input.customer())),
        () -> execute(Kind.ORDER_STATUS, new OrderStatus(input, layout)));
  }

  /** Called by any thread. */
  private Execution deliver(Inputs.Delivery input, List<Delivered> delivered) {
    return execute(Kind.DELIVERY, deliveryTransactions, () -> deliveries.run(input, delivered));
  }

  private static int byName(CustomerChoice customer) {
    return customer instanceof CustomerChoice.ByName ? 1 : 0;
  }

  private Execution execute(Kind kind, Work<?> work) {
    return execute(kind, 1, () -> context.client().run(work));
  }

  /** A terminal survives all failures of its business transactions. */
  private Execution execute(Kind kind, int transactions, Timed<Ended<?>> work) {
    try {
      return Execution.of(context.probe().times().time(kind.title(), work), transactions);
    } catch (IOException | RuntimeException e) {
      failures.note(kind, e);
      return Execution.of(e);
    }
  }

  private void note(Kind kind, Execution execution, int w, int d, String id, int c, long millis) {
    // Without transactions a failure may leave anything behind.
    Outcome outcome =
        switch (execution.state()) {
          case COMPLETED -> Outcome.COMMITTED;
          case ROLLED_BACK -> Outcome.ROLLED_BACK;
          case GAVE_UP -> Outcome.FAILED;
          case UNKNOWN -> Outcome.UNKNOWN;
          case ERROR -> mode == Mode.TX ? Outcome.FAILED : Outcome.UNKNOWN;
        };
    try {
      context.notes().note(new Ledger.Line(kind, outcome, w, d, id, c, millis));
    } catch (IOException e) {
      throw new UncheckedIOException("The ledger cannot be written", e);
    }
  }

  /** Keeps the result of the last attempt, even if its outcome is unknown. */
  private static final class LastResult<T> implements Work<T> {
    private final Work<T> work;
    private @Nullable T last;

    LastResult(Work<T> work) {
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
    public Isolation isolation() {
      return work.isolation();
    }

    Optional<T> find() {
      return Optional.ofNullable(last);
    }
  }
}
