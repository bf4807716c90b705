package io.rowlock.internal.protocol.lock;

/**
 * What bounds the work of one client. It is the same for all clients but in tests, as safety must
 * not rest on it.
 *
 * @param pageRows rows of a range that are asked for at once when it is looked at again
 * @param regionRequests writes under way to a region at a time; the others share the next request
 */
public record ProtocolLimits(Tries tries, TrailLimits trail, int pageRows, int regionRequests) {

  public static final ProtocolLimits DEFAULT =
      new ProtocolLimits(Tries.DEFAULT, TrailLimits.DEFAULT, 1_000, 2);
}
