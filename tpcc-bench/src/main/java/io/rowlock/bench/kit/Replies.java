package io.rowlock.bench.kit;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for replies. */
public final class Replies {
  private Replies() {}

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
      throw Interruption.of(e);
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
}
