package io.rowlock.operations;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Writes {@link VacuumMarks}. Keeps a file lock on the unfinished file until the process ends, so
 * that two passes do not write the same one. Not thread-safe.
 */
final class VacuumMarksWriter implements AutoCloseable {

  private final Path file;
  private final Path part;
  private final BufferedWriter out;
  private long rows;

  VacuumMarksWriter(Path file, TableName table) throws IOException {
    refuseExisting(file);
    this.file = file;
    this.part = file.resolveSibling(Objects.requireNonNull(file.getFileName()) + ".part");
    this.out = new BufferedWriter(Channels.newWriter(openAlone(), StandardCharsets.UTF_8));
    JsonObject header = new JsonObject();
    header.addProperty("rowlockVacuum", VacuumMarks.FORMAT);
    header.addProperty("table", table.getNameAsString());
    write(header);
  }

  private static void refuseExisting(Path file) throws IOException {
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException(
          file.toString(), null, "it is not overwritten, take another name");
    }
  }

  /** Opens the unfinished file, empty, even if an interrupted pass has left something in it. */
  private FileChannel openAlone() throws IOException {
    FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (!isLocked(channel)) {
        throw new IOException(
            "'" + part + "' is being written by another pass: let it end, or take another name");
      }
      // The opened file may be one that another pass has just finished and renamed.
      refuseExisting(file);
      return channel.truncate(0);
    } catch (IOException refused) {
      channel.close();
      throw refused;
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException inThisProcess) {
      return false;
    }
  }

  void add(RowKey key, StoredLock lock) throws IOException {
    JsonObject line = new JsonObject();
    line.addProperty("row", Bytes.toStringBinary(key.row()));
    line.addProperty("lockTime", lock.time());
    line.addProperty("lock", Base64.getEncoder().encodeToString(lock.bytes()));
    write(line);
    rows++;
  }

  /**
   * Completes the pass.
   *
   * @return the number of locks marked
   */
  long finish(long serversTime) throws IOException {
    JsonObject footer = new JsonObject();
    footer.addProperty("rows", rows);
    footer.addProperty("serversTime", serversTime);
    write(footer);
    out.flush();
    // Before the file lock is released, so that no other pass empties the complete file.
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    out.close();
    return rows;
  }

  private void write(JsonObject line) throws IOException {
    out.write(line.toString());
    out.newLine();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
