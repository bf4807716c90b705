package io.rowlock.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.LockColumn;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatchedClassesTest {

  private static final String NAME = LockColumn.class.getName();
  private static final String TYPE = LockColumn.class.getSimpleName();
  private static final String QUALIFIER = "\"l\".getBytes";

  @Test
  void aPatchedClassBehavesOtherwise() throws Exception {
    SourcePatch patch = new SourcePatch(TYPE, QUALIFIER, "\"other\".getBytes");
    Class<?> patched = PatchedClasses.of(List.of(patch), name -> false).loadClass(NAME);
    assertThat((byte[]) patched.getMethod("qualifier").invoke(null)).asString().isEqualTo("other");
    assertThat(LockColumn.qualifier()).asString().isEqualTo("l");
  }

  @Test
  void sharedClassesAreTheSame() throws Exception {
    SourcePatch patch = new SourcePatch(TYPE, QUALIFIER, "\"other\".getBytes");
    ClassLoader loader = PatchedClasses.of(List.of(patch), NAME::equals);
    assertThat(loader.loadClass(NAME)).isSameAs(LockColumn.class);
  }

  @Test
  void whatDoesNotFitExactlyOnceIsRefused() {
    assertRefused(new SourcePatch(TYPE, "not there", ""), "exactly once");
    assertRefused(new SourcePatch(TYPE, "Bytes", ""), "exactly once");
  }

  @Test
  void aClassThatIsMissingOrNotTheOnlyOneIsRefused() {
    assertRefused(new SourcePatch("LockColum", QUALIFIER, ""), "exactly one class");
    assertRefused(new SourcePatch("package-info", "@NullMarked", ""), "exactly one class");
  }

  @Test
  void whatDoesNotCompileIsRefused() {
    assertRefused(new SourcePatch(TYPE, QUALIFIER, "nonsense"), "does not compile");
  }

  private static void assertRefused(SourcePatch patch, String why) {
    assertThatThrownBy(() -> PatchedClasses.of(List.of(patch), name -> false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(why);
  }
}
