package io.rowlock.bench.kit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/** Waits, and lets an interrupt pass through code that may only throw {@link IOException}. */
public final class Interruption {
  private Interruption() {}

  public static void sleep(Duration time) throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      throw of(e);
    }
  }

  /** Returns the reply, or throws the exception of the failure. */
  public static <T> T await(CompletableFuture<T> reply) throws IOException {
    try {
      return reply.get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      Throwables.throwIfInstanceOf(cause, IOException.class);
      Throwables.throwIfUnchecked(cause);
      throw new IOException(cause);
    } catch (InterruptedException e) {
      throw of(e);
    }
  }

  /** Waits for all replies, even if one of them fails. */
  public static void awaitAll(List<? extends CompletableFuture<?>> replies) throws IOException {
    await(
        CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new)).handle((a, b) -> true));
    for (CompletableFuture<?> reply : replies) {
      await(reply);
    }
  }

  public static InterruptedIOException of(InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("Interrupted");
    interrupted.initCause(cause);
    return interrupted;
  }
}
