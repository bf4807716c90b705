package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

class RowlockExtensionTest {

  @Nested
  @ExtendWith(RowlockExtension.class)
  class OfConstructor {

    private static final Set<RowlockTest> SEEN = new HashSet<>();
    private final RowlockTest kit;
    private final Faults faults;

    OfConstructor(RowlockTest kit, Faults faults) {
      this.kit = kit;
      this.faults = faults;
    }

    @BeforeEach
    void isTheSame(RowlockTest again, TransactionManager transactions) {
      assertThat(again).isSameAs(kit);
      assertThat(transactions).isSameAs(kit.transactions());
    }

    @RepeatedTest(2)
    void isOfOneTest(RowlockTest again) throws Exception {
      assertThat(again).isSameAs(kit);
      assertThat(faults).isSameAs(kit.faults());
      assertThat(SEEN.add(kit)).isTrue();
      Accounts.prepare(kit);
      Accounts.open(kit.transactions());
    }
  }

  @Nested
  class OfMethod {

    private static final Set<RowlockTest> SEEN = new HashSet<>();

    @RegisterExtension
    static final RowlockExtension ROWLOCK = RowlockExtension.with(Accounts::prepare);

    @RepeatedTest(2)
    void isOfOneTest(RowlockTest kit) throws Exception {
      assertThat(SEEN.add(kit)).isTrue();
      Accounts.open(kit.transactions());
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  @ExtendWith(RowlockExtension.class)
  class OfClass {

    private RowlockTest shared;

    @BeforeAll
    void prepare(RowlockTest kit) {
      shared = kit;
      Accounts.prepare(kit);
    }

    @RepeatedTest(2)
    void isShared(RowlockTest kit) throws Exception {
      assertThat(kit).isSameAs(shared);
      Accounts.open(kit.transactions());
    }
  }
}
