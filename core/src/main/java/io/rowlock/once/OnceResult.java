package io.rowlock.once;

import java.time.Instant;

/**
 * What became of work that takes effect once.
 *
 * @param value what the work returned when it was committed
 * @param time about when that was, by the clock of the client that committed it
 * @param isRepeated whether an earlier call had committed it, so that this one has done nothing
 */
@SuppressWarnings("ArrayRecordComponent") // HBase's type of values; results are not compared
public record OnceResult(byte[] value, Instant time, boolean isRepeated) {}
