package io.rowlock.it.kit.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;

/**
 * The rows of a request to HBase's endpoint {@code MultiRowMutationService}. HBase 2 and 3 generate
 * its class in different packages, so this reads the field itself.
 */
final class RegionRows {

  private static final int MUTATION_REQUEST = 1; // of MutateRowsRequest in MultiRowMutation.proto

  private RegionRows() {}

  static List<MutationProto> of(byte[] request) {
    List<MutationProto> rows = new ArrayList<>();
    try {
      for (ByteString row :
          UnknownFieldSet.parseFrom(request).getField(MUTATION_REQUEST).getLengthDelimitedList()) {
        rows.add(MutationProto.parseFrom(row));
      }
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
    return rows;
  }
}
