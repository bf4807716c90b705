package io.rowlock.once;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.Function;

/**
 * How a result is kept in the row of its id. What the functions throw passes to the caller, and the
 * work is not committed then. A result that was kept must stay readable until it is purged.
 *
 * @param <T> the result
 * @param encode returns the bytes to keep; at most some kilobytes, may be empty; thread-safe
 * @param decode returns the result that {@code encode} made these bytes of; thread-safe
 */
public record OnceCodec<T>(Function<T, byte[]> encode, Function<byte[], T> decode) {

  /** Results that are bytes. */
  public static final OnceCodec<byte[]> BYTES = new OnceCodec<>(bytes -> bytes, bytes -> bytes);

  /** Results that are text, kept as UTF-8. */
  public static final OnceCodec<String> TEXT =
      new OnceCodec<>(text -> text.getBytes(UTF_8), bytes -> new String(bytes, UTF_8));
}
