package io.rowlock.bench.kit.clients;

import io.rowlock.bench.kit.local.ProcessorTime;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The only client, in this process.
 *
 * @param servers processes of servers; empty if they are unknown, or parts of this process
 */
public record LocalClient<W, R>(WindowClient<W, R> client, List<ProcessHandle> servers)
    implements Clients<W, R> {

  @Override
  public Measured<R> run(W window) throws IOException {
    client.prepare(window);
    ProcessorTime before = processorTime();
    R result = client.run(window);
    return new Measured<>(result, processorTime().since(before));
  }

  private ProcessorTime processorTime() {
    return ProcessorTime.now(List.of(ProcessHandle.current()), servers);
  }

  @Override
  public Map<String, String> settings() {
    return client.settings();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
