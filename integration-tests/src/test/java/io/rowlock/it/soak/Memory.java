package io.rowlock.it.soak;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/** The memory of this process. */
final class Memory {
  private Memory() {}

  /**
   * Collects all garbage, and returns what that collection has left on the heap: not what is used
   * now, as threads allocate meanwhile.
   */
  @SuppressWarnings("CallToSystemGC") // it is what is measured
  static long heapAfterCollection() {
    System.gc();
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
      if (left != null) {
        bytes += left.getUsed();
      }
    }
    return bytes;
  }

  /** Buffers outside of the heap, which HBase's client uses for its connections. */
  static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
