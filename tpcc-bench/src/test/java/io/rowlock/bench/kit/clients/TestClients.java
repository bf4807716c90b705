package io.rowlock.bench.kit.clients;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.JavaProcess;
import io.rowlock.bench.kit.clients.TestClients.Seen;
import io.rowlock.bench.kit.clients.TestClients.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;

/** Clients without HBase; as a program, one of them. */
final class TestClients implements ClientKind<Task, Seen> {
  private static final String DIRECTORY = "test.directory";
  private static final long BURNT_NANOS = 200_000_000;

  /** What the client of a number, counted from 0, is to do; the others do nothing. */
  record Task(Deed deed, int who) {}

  /** What a client does in a window. */
  enum Deed {
    NOTHING,
    PRINT,
    BURN,
    FAIL,
    BLUNDER,
    HALT,
    /** The one of the number halts, and the others go on for ever. */
    HALT_AMONG_BUSY
  }

  /** When the last client had prepared a window, and when the first one began to run it. */
  record Seen(int clients, long prepared, long begun) {}

  private TestClients() {}

  public static void main(String[] arguments) throws IOException {
    System.exit(ClientServer.serve(new TestClients()));
  }

  /** Each client locks a file in the directory while its process lives. */
  static ClientProcesses<Task, Seen> start(int count, Path directory, PrintWriter err)
      throws IOException {
    Configuration configuration = new Configuration(false);
    configuration.set(DIRECTORY, directory.toString());
    return ClientProcesses.start(
        new TestClients(),
        count,
        number -> JavaProcess.of(TestClients.class).machineFlags().builder(),
        configuration,
        List.of(ProcessHandle.current()),
        err);
  }

  @Override
  public Class<Task> windows() {
    return Task.class;
  }

  @Override
  public Class<Seen> results() {
    return Seen.class;
  }

  @Override
  public Seen sum(Seen one, Seen other) {
    return new Seen(
        one.clients + other.clients,
        Math.max(one.prepared, other.prepared),
        Math.min(one.begun, other.begun));
  }

  /** The file that a client locks. */
  static FileChannel file(Path directory, int number) throws IOException {
    return FileChannel.open(directory.resolve("client-" + number), CREATE, WRITE);
  }

  @Override
  public WindowClient<Task, Seen> open(Assignment assignment) throws IOException {
    Path directory = Path.of(assignment.configuration().get(DIRECTORY, ""));
    return new Client(assignment, file(directory, assignment.number()));
  }

  private static final class Client implements WindowClient<Task, Seen> {
    private final Assignment assignment;
    private final FileChannel file;
    private final FileLock lock;
    private long prepared;

    Client(Assignment assignment, FileChannel file) throws IOException {
      this.assignment = assignment;
      this.file = file;
      this.lock = file.lock();
    }

    @Override
    public Map<String, String> settings() {
      return Map.of("lock", lock.isValid() ? "held" : "lost");
    }

    @Override
    public void prepare(Task task) {
      prepared = System.currentTimeMillis();
    }

    @Override
    public Seen run(Task task) throws IOException {
      long begun = System.currentTimeMillis();
      if (assignment.number() == task.who()) {
        act(task.deed());
      } else if (task.deed() == Deed.HALT_AMONG_BUSY) {
        goOnForEver();
      }
      return new Seen(1, prepared, begun);
    }

    private static void act(Deed deed) throws IOException {
      switch (deed) {
        case NOTHING -> {}
        case PRINT -> System.out.println("a line of a library");
        case BURN -> burn();
        case FAIL -> throw new IOException("the table is gone");
        case BLUNDER -> throw new IllegalStateException("a mistake");
        case HALT, HALT_AMONG_BUSY -> Runtime.getRuntime().halt(9);
      }
    }

    private static void burn() {
      var threads = ManagementFactory.getThreadMXBean();
      long end = threads.getCurrentThreadCpuTime() + BURNT_NANOS;
      while (threads.getCurrentThreadCpuTime() < end) {
        Thread.onSpinWait();
      }
    }

    private static void goOnForEver() throws IOException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw Interruption.of(e);
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** A program that is the parent of clients, which never finish their window. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws IOException {
      PrintWriter err = new PrintWriter(new StringWriter());
      try (ClientProcesses<Task, Seen> clients = TestClients.start(2, Path.of(arguments[0]), err)) {
        System.out.println("started");
        var unused = clients.run(new Task(Deed.HALT_AMONG_BUSY, -1));
      }
    }
  }
}
