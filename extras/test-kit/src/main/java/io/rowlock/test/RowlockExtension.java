package io.rowlock.test;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides each test of JUnit 5 with transactions in memory of its own: a parameter of the type
 * {@link RowlockTest}, {@link TransactionManager} (the client under test) or {@link Faults}. They
 * are closed after the test. What a {@code @BeforeAll} method, or a test class with one instance
 * for all of its tests, asks for is shared by the tests of the class.
 *
 * <p>With {@code @ExtendWith(RowlockExtension.class)} there are no tables at first, and the options
 * are the defaults. With {@code @RegisterExtension} on a field, {@link #with} prepares tables:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final RowlockExtension ROWLOCK =
 *     RowlockExtension.with(kit -> kit.createTable(ACCOUNTS, "f"));
 * }</pre>
 *
 * <p>Thread-safe; tests that run in parallel do not share anything.
 */
public final class RowlockExtension implements ParameterResolver, BeforeEachCallback {

  private static final Namespace NAMESPACE = Namespace.create(RowlockExtension.class);

  private final RowlockOptions options;
  private final Consumer<RowlockTest> preparation;

  /** Creates an extension without tables and with the default options. */
  public RowlockExtension() {
    this(RowlockOptions.ofDefaults(), kit -> {});
  }

  private RowlockExtension(RowlockOptions options, Consumer<RowlockTest> preparation) {
    this.options = options;
    this.preparation = preparation;
  }

  /** Creates an extension with the default options, which runs the preparation for each test. */
  public static RowlockExtension with(Consumer<RowlockTest> preparation) {
    return with(RowlockOptions.ofDefaults(), preparation);
  }

  /** Creates an extension with these options, which runs the preparation for each test. */
  public static RowlockExtension with(RowlockOptions options, Consumer<RowlockTest> preparation) {
    return new RowlockExtension(options, preparation);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == RowlockTest.class || type == TransactionManager.class || type == Faults.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    boolean isOfOneTest =
        parameter.getDeclaringExecutable() instanceof Constructor
            && context.getTestInstanceLifecycle().equals(Optional.of(Lifecycle.PER_METHOD));
    Kit kit =
        context
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                isOfOneTest ? constructing() : this, key -> new Kit(newKit()), Kit.class);
    Class<?> type = parameter.getParameter().getType();
    if (type == TransactionManager.class) {
      return kit.test.transactions();
    }
    return type == Faults.class ? kit.test.faults() : kit.test;
  }

  /** Returns the key of the test that this thread creates, for which JUnit has no context yet. */
  private Object constructing() {
    return List.of(this, Thread.currentThread());
  }

  /** Moves what a constructor got, usually from the context of the class, to that of the test. */
  @Override
  public void beforeEach(ExtensionContext context) {
    Optional<ExtensionContext> next = Optional.of(context);
    while (next.isPresent()) {
      @Nullable Kit kit = next.get().getStore(NAMESPACE).remove(constructing(), Kit.class);
      if (kit != null) {
        context.getStore(NAMESPACE).put(this, kit);
      }
      next = next.get().getParent();
    }
  }

  private RowlockTest newKit() {
    RowlockTest kit = RowlockTest.inMemory(options);
    try {
      preparation.accept(kit);
      return kit;
    } catch (RuntimeException | Error unprepared) {
      kit.close();
      throw unprepared;
    }
  }

  /** Is closed with the context of the test: JUnit before 5.13 closes the one, later the other. */
  @SuppressWarnings("deprecation")
  private record Kit(RowlockTest test) implements Store.CloseableResource, AutoCloseable {

    @Override
    public void close() {
      test.close();
    }
  }
}
