package io.rowlock.it.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Forwards TCP connections to a port of this machine until it is frozen: from then on connections
 * stay open, new ones are accepted, and no data pass in either direction.
 */
final class FreezableProxy implements AutoCloseable {

  private final ServerSocket door;
  private final int target;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean frozen;

  private FreezableProxy(ServerSocket door, int target) {
    this.door = door;
    this.target = target;
  }

  static FreezableProxy to(int target) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    FreezableProxy proxy = new FreezableProxy(new ServerSocket(0, 50, loopback), target);
    proxy.threads.execute(proxy::accept);
    return proxy;
  }

  int port() {
    return door.getLocalPort();
  }

  /** Freezes the proxy permanently. */
  void freeze() {
    frozen = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(server);
        threads.execute(() -> pass(client, server));
        threads.execute(() -> pass(server, client));
      }
    } catch (IOException ended) {
      // close() was called.
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[65_536];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (frozen) {
          closed.await();
        }
        out.write(buffer, 0, count);
      }
    } catch (IOException | InterruptedException ended) {
      // One end is closed, so the other one is closed, too.
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    door.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
