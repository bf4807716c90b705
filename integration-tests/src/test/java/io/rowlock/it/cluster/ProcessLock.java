package io.rowlock.it.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Held by one process at a time; a dead one lets go of it. */
public final class ProcessLock implements AutoCloseable {

  private final FileChannel channel;

  private ProcessLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes it, or fails at once.
   *
   * @param file is made if it is not there, and stays
   * @param complaint why it is not to be had, for people
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
    } catch (OverlappingFileLockException here) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
