package io.rowlock.it.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;

/** Lets one process at a time start or stop servers in a directory; a dead one lets go of it. */
final class DirectoryLock implements AutoCloseable {

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  static DirectoryLock take(ClusterDirectory directory) throws IOException {
    directory.create();
    FileChannel channel =
        FileChannel.open(directory.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new IOException(
          "Somebody else is starting or stopping servers in " + directory.root() + " right now");
    }
    return new DirectoryLock(channel);
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
