package io.rowlock.local;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The ports of a cluster: chosen among the free ones at its first start, and kept, because clients
 * expect a restarted server at its former port.
 */
final class ClusterPorts {

  private static final int PATIENCE_MILLIS = 1000;

  /** Below the ports of outgoing connections, which could occupy one during a restart. */
  private static final int FIRST = 20_000;

  private static final int LAST = 32_000;
  private static final int MANY = 1000;
  private static final Duration LONGEST_DEATH = Duration.ofSeconds(5);
  private static final long PAUSE_NANOS = 20_000_000;

  private final Properties ports;

  private ClusterPorts(Properties ports) {
    this.ports = ports;
  }

  /** Returns the ports of former starts, and new ones for servers without one. */
  static ClusterPorts of(ClusterDirectory directory, List<Member> members) throws IOException {
    Path file = directory.portsFile();
    Properties ports = WholeFiles.readProperties(file);
    for (Member member : members) {
      if (hasPort(member) && ports.getProperty(member.name()) == null) {
        ports.setProperty(member.name(), Integer.toString(freePort(ports)));
      }
    }
    WholeFiles.write(file, ports);
    return new ClusterPorts(ports);
  }

  private static int freePort(Properties taken) throws IOException {
    for (int attempt = 0; attempt < MANY; attempt++) {
      int port = FIRST + ThreadLocalRandom.current().nextInt(LAST - FIRST);
      if (!taken.containsValue(Integer.toString(port)) && isFree(port)) {
        return port;
      }
    }
    throw new IOException("No free port was found between " + FIRST + " and " + LAST);
  }

  private static boolean isFree(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, loopback())) {
      return socket.isBound();
    } catch (BindException taken) {
      return false;
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /** Data nodes take a new port at each start: only the name node connects to them. */
  static boolean hasPort(Member member) {
    return member.role() != Role.DATA_NODE;
  }

  int of(Member member) {
    return Integer.parseInt(ports.getProperty(member.name()));
  }

  int of(Role single) {
    return of(new Member(single, 1));
  }

  /** Whether the port is free, now or soon: a killed server keeps it for a moment. */
  boolean isFreeSoon(Member member) {
    long start = System.nanoTime();
    while (answers(member)) {
      if (System.nanoTime() - start > LONGEST_DEATH.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }

  /** Whether a process listens at the port. */
  boolean answers(Member member) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(loopback(), of(member)), PATIENCE_MILLIS);
      return true;
    } catch (IOException noListener) {
      return false;
    }
  }
}
