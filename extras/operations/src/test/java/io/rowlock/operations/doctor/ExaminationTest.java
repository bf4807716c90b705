package io.rowlock.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.admin.Transactional;
import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.TablePermission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The report on a cluster, without the locks. */
class ExaminationTest {

  private static final long NOW = 1_000_000_000;
  private static final TableName ACCOUNTS = TableName.valueOf("accounts");
  private static final TableName PLAIN = TableName.valueOf("plain");

  private final ScriptedHBase hbase = new ScriptedHBase();
  private final List<ClusterFinding> found = new ArrayList<>();

  private static TableDescriptor plain(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
        .build();
  }

  @BeforeEach
  void start() {
    hbase.metrics = Reports.of(3_000, NOW, NOW);
    hbase.tables.add(plain(PLAIN));
    hbase.tables.add(Transactional.of(plain(ACCOUNTS), true, NOW));
  }

  private void examine(TableName... tables) throws IOException {
    new Examination(hbase.connection(), hbase.admin(), () -> NOW, found::add, progress -> {})
        .run(Set.of(tables), false);
  }

  private List<ClusterFinding> problems() {
    return found.stream().filter(ClusterFinding::isProblem).toList();
  }

  @Test
  void healthyClusterGetsANoteForEachArea() throws IOException {
    examine();

    assertThat(problems()).isEmpty();
    assertThat(found)
        .extracting(ClusterFinding::area)
        .containsExactly(Area.VERSIONS, Area.CLOCKS, Area.PERMISSIONS, Area.TABLES);
    assertThat(found).extracting(ClusterFinding::value).contains("1 of 2", "not checked");
  }

  @Test
  void namedTableMayBePlain() throws IOException {
    examine(PLAIN);

    assertThat(problems())
        .hasSize(2)
        .allSatisfy(
            found -> {
              assertThat(found.table()).contains(PLAIN);
              assertThat(found.command()).isEqualTo("rowlock enable plain");
            });
  }

  @Test
  void unknownTableIsAFailure() {
    assertThatThrownBy(() -> examine(TableName.valueOf("acounts")))
        .isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void partThatFailsIsAFindingAndTheOthersGoOn() throws IOException {
    hbase.metrics = null;
    hbase.offline.add(ACCOUNTS);

    examine();

    assertThat(problems())
        .extracting(ClusterFinding::value)
        .containsExactly("The master does not answer", "DISABLED");
  }

  @Test
  void missingPermissionsAreNamed() throws IOException {
    hbase.capabilities.add(SecurityCapability.AUTHORIZATION);
    hbase.isGranted =
        permission ->
            !(permission.implies(Action.WRITE)
                && ((TablePermission) permission).getFamily()[0] == '_');

    examine();

    assertThat(problems())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.area()).isEqualTo(Area.PERMISSIONS);
              assertThat(found.table()).contains(ACCOUNTS);
              assertThat(found.value()).isEqualTo("without W on '_lock'");
              assertThat(found.command()).startsWith("grant '").endsWith("', 'RW', 'accounts'");
            });
  }

  @Test
  void writersOfLocksAndHiddenTablesAreNotes() throws IOException {
    hbase.capabilities.add(SecurityCapability.AUTHORIZATION);
    hbase.hidden.add(TableName.valueOf("secret"));
    Permission writing = Permission.newBuilder(ACCOUNTS).withActions(Action.WRITE).build();
    hbase.grants.add(new UserPermission("shop", writing));

    examine();

    assertThat(found)
        .filteredOn(note -> note.area() == Area.PERMISSIONS)
        .allSatisfy(note -> assertThat(note.severity()).isEqualTo(Severity.NOTE))
        .extracting(ClusterFinding::value)
        .containsExactly("shop", "secret");
  }

  @Test
  void doctorListsTablesByName() throws IOException {
    hbase.offline.add(PLAIN);

    List<TableStatus> tables = ClusterDoctor.create(hbase.connection()).tables();

    assertThat(tables).extracting(TableStatus::table).containsExactly(ACCOUNTS, PLAIN);
    assertThat(tables).extracting(TableStatus::isOnline).containsExactly(true, false);
    assertThat(tables.get(0).guard()).hasValueSatisfying(g -> assertThat(g.enforced()).isFalse());
    assertThat(tables.get(1).guard()).isEmpty();
  }
}
