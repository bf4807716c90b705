package io.rowlock.once;

import java.time.Instant;

/**
 * What became of work that takes effect once.
 *
 * @param <T> what the work returns
 * @param value what the work returned when it was committed
 * @param time about when that was, by the clock of the client that committed it
 * @param isRepeated whether it was committed before: by an earlier call, or by an attempt of this
 *     one whose answer was lost
 */
public record OnceResult<T>(T value, Instant time, boolean isRepeated) {}
