package io.rowlock.local;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a region server uses, as it notes itself every few seconds in a file of the cluster's
 * directory: so no port is needed, and no program that attaches to it.
 *
 * @param heapBytes used, with garbage
 * @param openScanners -1 if its version of HBase does not count them
 */
public record ServerFigures(long heapBytes, int threads, long openScanners) {

  private static final String PID = "pid";
  private static final String HEAP = "heap-bytes";
  private static final String THREADS = "threads";
  private static final String SCANNERS = "open-scanners";

  private static final String METRICS = "Hadoop:service=HBase,name=RegionServer,sub=Server";

  /** Returns the figures of this process. */
  static ServerFigures ofThisProcess() {
    return new ServerFigures(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        countScanners());
  }

  private static long countScanners() {
    try {
      Object count =
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(new ObjectName(METRICS), "activeScanners");
      return ((Number) count).longValue();
    } catch (JMException unknown) {
      return -1;
    }
  }

  void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(PID, Long.toString(ProcessHandle.current().pid()));
    properties.setProperty(HEAP, Long.toString(heapBytes));
    properties.setProperty(THREADS, Integer.toString(threads));
    properties.setProperty(SCANNERS, Long.toString(openScanners));
    WholeFiles.write(file, properties);
  }

  /** Returns the last figures of a process; empty if it has not noted any yet. */
  static Optional<ServerFigures> read(Path file, ProcessHandle process) throws IOException {
    Properties properties = WholeFiles.readProperties(file);
    if (!Long.toString(process.pid()).equals(properties.getProperty(PID))) {
      return Optional.empty();
    }
    return Optional.of(
        new ServerFigures(
            Long.parseLong(properties.getProperty(HEAP)),
            Integer.parseInt(properties.getProperty(THREADS)),
            Long.parseLong(properties.getProperty(SCANNERS))));
  }
}
