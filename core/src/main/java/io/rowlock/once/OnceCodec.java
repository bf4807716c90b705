package io.rowlock.once;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * How a result is kept in the row of its id. What it throws passes to the caller, and the work is
 * not committed then. Thread-safe; a result that was kept must stay readable until it is purged.
 *
 * @param <T> the result
 */
public interface OnceCodec<T> {

  /** Results that are bytes. */
  OnceCodec<byte[]> BYTES = of(bytes -> bytes, bytes -> bytes);

  /** Results that are text, kept as UTF-8. */
  OnceCodec<String> TEXT =
      of(
          text -> text.getBytes(StandardCharsets.UTF_8),
          bytes -> new String(bytes, StandardCharsets.UTF_8));

  /** Returns the bytes to keep; at most some kilobytes, may be empty. */
  byte[] encode(T result);

  /** Returns the result that {@link #encode} made these bytes of. */
  T decode(byte[] bytes);

  /** Returns a codec of two functions. */
  static <T> OnceCodec<T> of(Function<T, byte[]> encode, Function<byte[], T> decode) {
    return new OnceCodec<>() {
      @Override
      public byte[] encode(T result) {
        return encode.apply(result);
      }

      @Override
      public T decode(byte[] bytes) {
        return decode.apply(bytes);
      }
    };
  }
}
