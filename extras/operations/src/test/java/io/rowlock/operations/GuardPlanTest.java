package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.admin.LockFamily;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The permission to write moves from the table to its families, and no other permission does. */
class GuardPlanTest {

  private static final TableName NAME = TableName.valueOf("orders");
  private static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(NAME)
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
          .setColumnFamily(LockFamily.describe())
          .build();

  private static TableGrant grant(String user, @Nullable String family, Action... actions) {
    return new TableGrant(user, NAME, family, null, EnumSet.copyOf(List.of(actions)));
  }

  private static List<GuardStep> steps(TableGrant... present) {
    return new GuardPlan(TABLE, List.of(present))
        .changesOf("etl").stream().map(GuardPlan.Change::step).toList();
  }

  @Test
  void familiesAreGrantedBeforeTheTableIsReduced() {
    assertThat(steps(grant("etl", null, Action.READ, Action.WRITE)))
        .containsExactly(
            new GuardStep("etl", "grant 'etl', 'W', 'orders', 'f'", "revoke 'etl', 'orders', 'f'"),
            new GuardStep("etl", "grant 'etl', 'W', 'orders', 'g'", "revoke 'etl', 'orders', 'g'"),
            new GuardStep(
                "etl",
                "revoke 'etl', 'orders'; grant 'etl', 'R', 'orders'",
                "grant 'etl', 'RW', 'orders'"));
  }

  @Test
  void grantsOfFamiliesStay() {
    assertThat(
            steps(
                grant("etl", null, Action.WRITE),
                grant("etl", "f", Action.READ),
                grant("etl", "g", Action.READ, Action.WRITE)))
        .containsExactly(
            new GuardStep(
                "etl",
                "grant 'etl', 'RW', 'orders', 'f'",
                "revoke 'etl', 'orders', 'f'; grant 'etl', 'R', 'orders', 'f'"),
            new GuardStep("etl", "revoke 'etl', 'orders'", "grant 'etl', 'W', 'orders'"));
  }

  @Test
  void grantOfLockFamilyIsReduced() {
    assertThat(steps(grant("etl", "_lock", Action.READ, Action.WRITE)))
        .extracting(GuardStep::command)
        .containsExactly("revoke 'etl', 'orders', '_lock'; grant 'etl', 'R', 'orders', '_lock'");
  }

  @Test
  void otherUsersAndOtherFamiliesAreLeftAlone() {
    TableGrant other = grant("application", null, Action.READ, Action.WRITE, Action.CREATE);
    TableGrant fine = grant("etl", "f", Action.READ, Action.WRITE);

    assertThat(steps(other, fine, grant("etl", null, Action.READ))).isEmpty();
    assertThat(new GuardPlan(TABLE, List.of(other, fine)).writersExcept(Set.of("etl")))
        .containsExactly("application");
  }
}
