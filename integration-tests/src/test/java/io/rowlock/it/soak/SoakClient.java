package io.rowlock.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.DatabaseNotes;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.bench.tpcc.run.Terminals;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client process. It works from its start on, writes its figures to its standard output, and
 * takes an order from each line of its standard input, to rest and to work in turns. It ends with
 * that input, and so with its parent.
 */
final class SoakClient implements Closeable {
  static final ObjectMapper JSON = new ObjectMapper();

  private static final Logger LOG = LoggerFactory.getLogger(SoakClient.class);

  private final PrintStream out;
  private final ClientPlan plan;
  private final Closer closer = Closer.create();
  private final Terminals terminals;
  private final Load load;
  private final @Nullable TableRounds tables;
  private int orders;

  private SoakClient(ClientPlan plan, PrintStream out) throws IOException {
    this.plan = plan;
    this.out = out;
    Configuration configuration = new Configuration(false);
    configuration.addResource(new Path(plan.site().toUri()));
    Connection connection = closer.register(ConnectionFactory.createConnection(configuration));
    Database database = new DatabaseNotes(connection).open(Layout.named(plan.layout()));
    terminals =
        Terminals.open(
            configuration, connection, database, plan.threads(), plan.seed(), plan.directory());
    closer.register(terminals::close);
    load = new Load(terminals::runNext, plan.threads(), plan.rate(), SoakClient::end);
    closer.register(load::close);
    tables = plan.lasting() ? closer.register(TableRounds.start(connection)) : null;
  }

  /**
   * Runs the client.
   *
   * @param arguments a {@link ClientPlan}
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream out = System.out;
    System.setOut(System.err); // only figures go to the parent
    BlockingQueue<String> input = readInput();
    ClientPlan plan = JSON.readValue(arguments[0], ClientPlan.class);
    try (SoakClient client = new SoakClient(plan, out)) {
      client.writeFiguresRegularly();
      while (true) {
        String unused = input.take();
        client.follow();
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("The client has failed", e);
      System.exit(1); // threads of HBase's client may be left
    }
  }

  /** A client whose parent has ended must not go on, not even with the order that it follows. */
  private static BlockingQueue<String> readInput() {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread thread =
        new Thread(
            () -> {
              try (var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                  lines.add(line);
                }
              } catch (IOException closed) {
                // Closed counts as ended.
              }
              Runtime.getRuntime().halt(0);
            },
            "soak-input");
    thread.setDaemon(true);
    thread.start();
    return lines;
  }

  /** A client must not go on with fewer threads: nobody would notice. */
  private static void end(Thread thread, Throwable broken) {
    LOG.error("Thread {} has failed", thread.getName(), broken);
    Runtime.getRuntime().halt(1);
  }

  private void writeFiguresRegularly() {
    var threads =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setNameFormat("soak-figures").setDaemon(true).build());
    closer.register(threads::shutdownNow);
    var unused =
        threads.scheduleWithFixedDelay(
            this::writeFigures, 0, plan.figuresMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void writeFigures() {
    try {
      out.println(JSON.writeValueAsString(figures()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private ClientFigures figures() {
    return new ClientFigures(
        orders,
        terminals.counts(),
        plan.lasting() ? Memory.heapAfterCollection() : 0,
        Memory.directBytes(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        tables == null ? 0 : tables.done(),
        tables == null ? 0 : tables.failed(),
        tables == null ? null : tables.wrong());
  }

  /** Rests if it works, and works if it rests. */
  private void follow() throws IOException {
    if (orders % 2 == 0) {
      load.rest();
      terminals.settle();
    } else {
      load.work();
    }
    finishOrder();
  }

  private synchronized void finishOrder() {
    orders++;
    writeFigures();
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
