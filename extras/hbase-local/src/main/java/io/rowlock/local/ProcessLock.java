package io.rowlock.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A lock that one process holds at a time, until its end at the latest. */
public final class ProcessLock implements AutoCloseable {

  private final FileChannel channel;

  private ProcessLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock, or fails at once.
   *
   * @param file created if it does not exist, and never deleted
   * @param complaint the message of the failure
   */
  public static ProcessLock take(Path file, String complaint) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new IOException(complaint);
    }
    return new ProcessLock(channel);
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
