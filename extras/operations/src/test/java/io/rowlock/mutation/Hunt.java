package io.rowlock.mutation;

import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Runs schedules with a changed library, to find one that detects the change. */
public final class Hunt {

  /** Runs the schedule of a seed, and returns what is wrong, or null. */
  private static final String PLAYER = "io.rowlock.simulator.SeedPlayer";

  private final LongFunction<@Nullable String> player;

  private Hunt(LongFunction<@Nullable String> player) {
    this.player = player;
  }

  /** A schedule that failed, and how. */
  public record Kill(long seed, String reason) {}

  /** Of a library with these changes. */
  @SuppressWarnings("unchecked") // the same interface in every loader
  public static Hunt on(List<GuardChange> changes)
      throws IOException, ReflectiveOperationException {
    Class<?> type = PatchedClasses.of(changes, name -> false).loadClass(PLAYER);
    return new Hunt((LongFunction<@Nullable String>) type.getConstructor().newInstance());
  }

  /** Returns the first failing schedule from {@code from} to before {@code to}, or null. */
  public @Nullable Kill first(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      String reason = player.apply(seed);
      if (reason != null) {
        return new Kill(seed, reason);
      }
    }
    return null;
  }
}
