package io.rowlock.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.LockProtocol;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The paths are whole: a request that left on another thread would seem to have a short one. */
class RequestPathTest {

  @ParameterizedTest
  @EnumSource(RequestPath.class)
  void pathLeadsFromTheManagerThroughTheProtocolToHBase(RequestPath path) throws Exception {
    List<String> toStore = path.toStore();
    List<String> toHBase = path.toHBase();

    assertThat(toStore).contains(TransactionManager.class.getName(), LockProtocol.class.getName());
    assertThat(toStore).noneMatch(name -> name.startsWith("io.rowlock.internal.hbase."));
    assertThat(toHBase).contains(TransactionManager.class.getName(), LockProtocol.class.getName());
    assertThat(toHBase).anyMatch(name -> name.startsWith("io.rowlock.internal.hbase."));
    assertThat(toHBase).doesNotHaveDuplicates().hasSizeGreaterThan(toStore.size());
  }
}
