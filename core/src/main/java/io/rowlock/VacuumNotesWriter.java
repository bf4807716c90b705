package io.rowlock;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Writes {@link VacuumNotes}. Not thread-safe. */
final class VacuumNotesWriter implements AutoCloseable {

  private final Path file;
  private final Path part;
  private final BufferedWriter out;
  private long rows;

  VacuumNotesWriter(Path file, TableName table) throws IOException {
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException(
          file.toString(), null, "it is not overwritten, take another name");
    }
    this.file = file;
    this.part = file.resolveSibling(Objects.requireNonNull(file.getFileName()) + ".part");
    this.out = Files.newBufferedWriter(part);
    JsonObject header = new JsonObject();
    header.addProperty("rowlockVacuum", VacuumNotes.FORMAT);
    header.addProperty("table", table.getNameAsString());
    write(header);
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
   * The pass is complete.
   *
   * @return the number of locks noted
   */
  long finish(long serversTime) throws IOException {
    JsonObject footer = new JsonObject();
    footer.addProperty("rows", rows);
    footer.addProperty("serversTime", serversTime);
    write(footer);
    out.close();
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
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
