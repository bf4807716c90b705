package io.rowlock.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.LockColumn;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatchedClassesTest {

  private static final String NAME = LockColumn.class.getName();
  private static final String TYPE = LockColumn.class.getSimpleName();

  private static final GuardChange GUARD =
      new GuardChange(TYPE, "qualifier", "return \"other\".getBytes(StandardCharsets.US_ASCII);");

  @Test
  void aChangedGuardBehavesOtherwise() throws Exception {
    assertThat(qualifier(GUARD)).asString().isEqualTo("other");
    assertThat(LockColumn.qualifier()).asString().isEqualTo("l");
  }

  @Test
  void aChangedGuardCallsTheOriginal() throws Exception {
    String body = "byte[] longer = Arrays.copyOf(original(), 2); longer[1] = 'x'; return longer;";
    assertThat(qualifier(new GuardChange(TYPE, "qualifier()", body))).asString().isEqualTo("lx");
  }

  private static byte[] qualifier(GuardChange change) throws Exception {
    Class<?> changed = PatchedClasses.of(List.of(change), name -> false).loadClass(NAME);
    return (byte[]) changed.getMethod("qualifier").invoke(null);
  }

  @Test
  void sharedClassesAreTheSame() throws Exception {
    ClassLoader loader = PatchedClasses.of(List.of(GUARD), NAME::equals);
    assertThat(loader.loadClass(NAME)).isSameAs(LockColumn.class);
  }

  @Test
  void aGuardThatIsMissingOrNotTheOnlyOneIsRefused() {
    assertRefused(new GuardChange(TYPE, "notThere", ""), "exactly one method");
    assertRefused(new GuardChange(TYPE + ".Nested", "qualifier", ""), "exactly one method");
    assertRefused(new GuardChange("Prewrite", "rows(CommitAttempt)", ""), "exactly one method");
    assertRefused(new GuardChange("RollForward", "finish", ""), "exactly one method");
  }

  @Test
  void aClassThatIsMissingOrNotTheOnlyOneIsRefused() {
    assertRefused(new GuardChange("LockColum", "qualifier", ""), "exactly one class");
    assertRefused(new GuardChange("package-info", "qualifier", ""), "exactly one class");
  }

  @Test
  void whatDoesNotCompileIsRefused() {
    assertRefused(new GuardChange(TYPE, "qualifier", "return nonsense;"), "does not compile");
  }

  private static void assertRefused(GuardChange change, String why) {
    assertThatThrownBy(() -> PatchedClasses.of(List.of(change), name -> false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(why);
  }
}
