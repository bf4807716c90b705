package io.rowlock.shaded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.Transaction;
import io.rowlock.connection.RowlockConnection;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls of coprocessors, whose protocol buffers hbase-shaded-client has moved. */
@Tag("compatibility")
class ShadedCoprocessorsIT extends ShadedFixture {

  @Test
  void coprocessorsOfTransactionsAreRefused() throws IOException {
    try (Transaction tx = transactions.begin()) {
      Table rows = tx.table(name);
      assertThatThrownBy(() -> rows.coprocessorService(row("a")))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("past the locks");
      assertThatThrownBy(
              () ->
                  rows.coprocessorService(
                      MultiRowMutationService.class, row("a"), row("b"), service -> 1))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("past the locks");
      assertThatThrownBy(
              () ->
                  tx.asyncTable(name)
                      .coprocessorService(
                          MultiRowMutationService::newStub,
                          (service, controller, done) -> {},
                          row("a")))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("past the locks");
      assertBatchIsRefused(rows);
    }
  }

  /** The library's methods have other protocol buffers, so HBase's own ones answer. */
  private static void assertBatchIsRefused(Table rows) {
    assertThatThrownBy(
            () ->
                rows.batchCoprocessorService(
                    MultiRowMutationService.getDescriptor().findMethodByName("MutateRows"),
                    MutateRowsRequest.getDefaultInstance(),
                    row("a"),
                    row("b"),
                    MutateRowsResponse.getDefaultInstance()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("Add an implementation!");
  }

  @Test
  void coprocessorsOfTheConnectionAreCalled() throws Throwable {
    configuration.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    try (Connection routed = ConnectionFactory.createConnection(configuration);
        Table rows = routed.getTable(name)) {
      MutateRowsResponse response =
          MultiRowMutationService.newBlockingStub(rows.coprocessorService(row("a")))
              .mutateRows(null, MutateRowsRequest.getDefaultInstance());
      assertThat(response).isNotNull();
      List<MutateRowsResponse> responses = new CopyOnWriteArrayList<>();
      rows.coprocessorService(
          MultiRowMutationService.class,
          row("a"),
          row("z"),
          service -> {
            service.mutateRows(null, MutateRowsRequest.getDefaultInstance(), responses::add);
            return null;
          });
      assertThat(responses).as("one of each region").hasSize(2);
      assertBatchIsRefused(rows);
    }
  }
}
