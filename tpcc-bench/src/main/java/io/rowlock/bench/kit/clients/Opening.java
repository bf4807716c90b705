package io.rowlock.bench.kit.clients;

import com.google.common.io.ByteArrayDataOutput;
import com.google.common.io.ByteStreams;
import io.rowlock.bench.kit.clients.ClientKind.Assignment;
import java.io.IOException;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;

/** An {@link Assignment} as JSON: the configuration in Hadoop's own format. */
record Opening(String configuration, int number, int clients) {

  static Opening of(Assignment assignment) throws IOException {
    ByteArrayDataOutput bytes = ByteStreams.newDataOutput();
    assignment.configuration().write(bytes);
    return new Opening(
        Base64.getEncoder().encodeToString(bytes.toByteArray()),
        assignment.number(),
        assignment.clients());
  }

  Assignment assignment() throws IOException {
    Configuration read = new Configuration(false);
    read.readFields(ByteStreams.newDataInput(Base64.getDecoder().decode(configuration)));
    return new Assignment(read, number, clients);
  }
}
