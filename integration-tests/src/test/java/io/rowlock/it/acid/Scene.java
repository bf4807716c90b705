package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.OrderStatus;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.it.acid.Play.Meeting;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** A stage in a warehouse, with business transactions and reads of rows for the tests. */
final class Scene {
  /** The warehouse of everything that is not remote. */
  static final int W = 1;

  private static final int REMOTE_W = 2;
  private static final int LINES = 5;
  private static final int QUANTITY = 3;
  private static final int TERMINAL = 1;

  private final Stage stage;
  private final Layout layout;
  private final Scale scale;
  private final boolean isRemote;
  private long lastMillis;
  private int number;

  /** A remote scene has orders with a line, and payments with a customer, of another warehouse. */
  Scene(Stage stage, Layout layout, Scale scale, boolean isRemote) {
    this.stage = stage;
    this.layout = layout;
    this.scale = scale;
    this.isRemote = isRemote;
  }

  Layout layout() {
    return layout;
  }

  Scale scale() {
    return scale;
  }

  /** As {@link Stage#ask}. */
  <T> T ask(Work<T> work) throws IOException {
    return stage.ask(work);
  }

  /** As {@link Stage#meet}. */
  <A, B> Optional<Meeting<A, B>> meet(Play<A, B> play) throws IOException {
    return stage.meet(play);
  }

  /** The text for users. */
  String place() {
    return layout.name() + (isRemote ? " remote" : "");
  }

  /** A number that changes with each call, for customers and other choices. */
  int turn(int choices) {
    return 1 + number++ % choices;
  }

  /** A time after all earlier ones. */
  long now() {
    lastMillis = Math.max(System.currentTimeMillis(), lastMillis + 1);
    return lastMillis;
  }

  int customerWarehouse() {
    return isRemote ? REMOTE_W : W;
  }

  /** Lines of an order; in a remote scene the last one is remote. */
  List<Inputs.Line> lines(int... items) {
    return IntStream.range(0, items.length)
        .mapToObj(i -> new Inputs.Line(items[i], isLast(i, items) ? REMOTE_W : W, QUANTITY))
        .toList();
  }

  private boolean isLast(int i, int... items) {
    return isRemote && i == items.length - 1;
  }

  Inputs.NewOrder order(int d, int c) {
    return new Inputs.NewOrder(W, d, c, lines(IntStream.rangeClosed(1, LINES).toArray()));
  }

  NewOrder newOrder(Inputs.NewOrder input) {
    return new NewOrder(input, layout, now());
  }

  OrderStatus orderStatus(int d, int c) {
    return new OrderStatus(new Inputs.OrderStatus(new CustomerChoice.ById(W, d, c)), layout);
  }

  /** The key of a payment's row. */
  Key history(int d) {
    return Keys.history(W, d, now(), TERMINAL, turn(Integer.MAX_VALUE));
  }

  /** A payment of a customer of any warehouse to the district that its history names. */
  Payment payment(int w, int c, long amount, Key history) {
    int d = history.district();
    return new Payment(
        new Inputs.Payment(W, d, new CustomerChoice.ById(w, d, c), amount),
        layout,
        history,
        history.part(2));
  }

  long nextOrder(int d) throws IOException {
    return row(Keys.districtNext(W, d)).number(Column.D_NEXT_O_ID);
  }

  /** A row that must exist. */
  Row row(Key key) throws IOException {
    Row row = rows(List.of(key)).get(key);
    Violation.unless(row != null, "There is no %s", key);
    return Objects.requireNonNull(row);
  }

  /** The current rows, read together; without rows that do not exist. */
  Map<Key, Row> rows(List<Key> keys) throws IOException {
    Work<Map<Key, Row>> look = access -> rows(access, keys);
    return stage.ask(look);
  }

  /** As {@link #rows(List)}, in a business transaction. */
  static Map<Key, Row> rows(Access access, List<Key> keys) throws IOException {
    Reads reads = access.reads();
    Map<Key, Answer> answers = new LinkedHashMap<>();
    keys.forEach(key -> answers.put(key, reads.get(key)));
    reads.run();
    Map<Key, Row> rows = new LinkedHashMap<>();
    answers.forEach((key, answer) -> answer.find().ifPresent(row -> rows.put(key, row)));
    return rows;
  }
}
