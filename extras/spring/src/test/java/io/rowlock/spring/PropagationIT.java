package io.rowlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.Propagation;

/** Every cell of the matrix of propagations, without and within a transaction. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class PropagationIT {

  private enum Cell {
    NEW,
    SAME,
    NONE,
    REFUSED
  }

  private static final String NONE = "none";

  private final Connection connection;
  private final TableName table;
  private final List<String> refusals = new ArrayList<>();
  private AnnotationConfigApplicationContext context;
  private Propagations methods;
  private CurrentTransaction current;

  PropagationIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection);
  }

  @BeforeEach
  void start() throws IOException {
    TransactionManager transactions = TransactionManager.create(connection);
    TestTables.clear(transactions, table);
    context = SpringContext.start(transactions, Propagations.class);
    methods = context.getBean(Propagations.class);
    current = context.getBean(CurrentTransaction.class);
  }

  @AfterEach
  void stop() {
    SpringContext.assertNothingBound();
    context.close();
  }

  private static Cell outside(Propagation propagation) {
    return switch (propagation) {
      case REQUIRED, REQUIRES_NEW -> Cell.NEW;
      case SUPPORTS, NOT_SUPPORTED, NEVER -> Cell.NONE;
      case MANDATORY, NESTED -> Cell.REFUSED;
    };
  }

  private static Cell inside(Propagation propagation) {
    return switch (propagation) {
      case REQUIRED, SUPPORTS, MANDATORY -> Cell.SAME;
      case REQUIRES_NEW -> Cell.NEW;
      case NOT_SUPPORTED -> Cell.NONE;
      case NEVER, NESTED -> Cell.REFUSED;
    };
  }

  @ParameterizedTest
  @EnumSource(Propagation.class)
  void outsideOfATransaction(Propagation propagation) throws Exception {
    Cell expected = outside(propagation);
    String id = runOrRefuse(propagation, () -> writeInner());
    assertThat(cell(id, NONE)).isEqualTo(expected);
    assertThat(value("inner")).isEqualTo(expected == Cell.NEW ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource(Propagation.class)
  void withinATransaction(Propagation propagation) throws Exception {
    Cell expected = inside(propagation);
    methods.required(
        () -> {
          String outer = writeOuter();
          String inner = runOrRefuse(propagation, this::writeInner);
          assertThat(cell(inner, outer)).isEqualTo(expected);
          assertThat(current.id()).as("resumed").isEqualTo(outer);
          return outer;
        });
    assertThat(value("outer")).isEqualTo(1);
    assertThat(value("inner")).isEqualTo(writes(expected) ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource(Propagation.class)
  void withinATransactionThatRollsBack(Propagation propagation) throws Exception {
    Callable<String> failing =
        () -> {
          String outer = writeOuter();
          String unused = runOrRefuse(propagation, this::writeInner);
          assertThat(current.id()).isEqualTo(outer);
          throw new IllegalStateException("roll back");
        };
    assertThatThrownBy(() -> methods.required(failing)).hasMessage("roll back");
    assertThat(value("outer")).isZero();
    assertThat(value("inner")).isEqualTo(inside(propagation) == Cell.NEW ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Propagation.class,
      names = {"NEVER", "NESTED"},
      mode = EnumSource.Mode.EXCLUDE)
  void innerFailureThatTheOuterOneSwallows(Propagation propagation) throws Exception {
    Callable<String> failing =
        () -> {
          String unused = writeInner();
          throw new IllegalStateException("inner");
        };
    Callable<String> swallowing =
        () -> {
          String outer = writeOuter();
          assertThatThrownBy(() -> Propagations.run(methods, propagation, failing))
              .hasMessage("inner");
          assertThat(current.id()).isEqualTo(outer);
          return outer;
        };
    boolean joined = inside(propagation) == Cell.SAME;
    if (joined) {
      assertThatThrownBy(() -> methods.required(swallowing))
          .isInstanceOf(UnexpectedRollbackException.class);
    } else {
      String unused = methods.required(swallowing);
    }
    assertThat(value("outer")).isEqualTo(joined ? 0 : 1);
    assertThat(value("inner")).isZero();
  }

  /** Returns the id of the code's transaction, {@link #NONE}, or null if the call was refused. */
  private String runOrRefuse(Propagation propagation, Callable<String> code) throws Exception {
    try {
      return Propagations.run(methods, propagation, code);
    } catch (NestedTransactionNotSupportedException nested) {
      assertThat(propagation).isEqualTo(Propagation.NESTED);
      assertThat(nested).hasMessageContaining("use REQUIRED");
      return null;
    } catch (IllegalTransactionStateException refused) {
      refusals.add(refused.getMessage());
      return null;
    }
  }

  private static Cell cell(String id, String outer) {
    if (id == null) {
      return Cell.REFUSED;
    }
    if (id.equals(NONE)) {
      return Cell.NONE;
    }
    return id.equals(outer) ? Cell.SAME : Cell.NEW;
  }

  private static boolean writes(Cell cell) {
    return cell == Cell.NEW || cell == Cell.SAME;
  }

  private String writeOuter() throws IOException {
    current.table(table).put(Rows.put("outer", 1));
    return current.id();
  }

  private String writeInner() throws IOException {
    if (!current.isPresent()) {
      assertThatThrownBy(() -> current.table(table))
          .isInstanceOf(IllegalTransactionStateException.class)
          .hasMessageContaining("no transaction");
      return NONE;
    }
    current.table(table).put(Rows.put("inner", 1));
    return current.id();
  }

  private long value(String row) throws IOException {
    return context.getBean(TransactionManager.class).call(tx -> Rows.number(tx.table(table), row));
  }
}
