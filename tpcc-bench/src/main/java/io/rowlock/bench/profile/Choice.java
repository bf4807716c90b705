package io.rowlock.bench.profile;

/** The rows of one transaction, all different, and the value it writes. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Choice(byte[] firstWritten, byte[] secondWritten, byte[] readOnly, byte[] value) {}
