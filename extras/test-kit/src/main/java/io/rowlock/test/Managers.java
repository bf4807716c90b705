package io.rowlock.test;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.EngineResources;
import io.rowlock.internal.engine.EngineSettings;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Creates managers on a store of the caller. Only this class opens the library: by reflection, so
 * that applications get no such door.
 */
final class Managers {

  private Managers() {}

  /** Creates a manager without sending anything. */
  static TransactionManager create(
      RowStore store, Environment environment, RowlockOptions options) {
    Engine engine = engine(store, environment, settings(options));
    try {
      Constructor<TransactionManager> constructor =
          TransactionManager.class.getDeclaredConstructor(Engine.class, RowlockOptions.class);
      constructor.setAccessible(true);
      return constructor.newInstance(engine, options);
    } catch (ReflectiveOperationException changed) {
      throw otherVersion(changed);
    }
  }

  private static Engine engine(RowStore store, Environment environment, EngineSettings settings) {
    EngineResources resources =
        new EngineResources(
            MemoryConnection.create(),
            environment,
            counter -> store,
            settings.protocol(),
            ThreadPools.engine(),
            () -> {});
    return new Engine(resources, List.of(), settings);
  }

  private static EngineSettings settings(RowlockOptions options) {
    try {
      Method engine = RowlockOptions.class.getDeclaredMethod("engine");
      engine.setAccessible(true);
      return (EngineSettings) engine.invoke(options);
    } catch (ReflectiveOperationException changed) {
      throw otherVersion(changed);
    }
  }

  private static LinkageError otherVersion(ReflectiveOperationException changed) {
    return new LinkageError("rowlock-core has another version than rowlock-test", changed);
  }
}
