package io.rowlock.operations;

/** The options of {@link RowlockOperations#disable}. Immutable and thread-safe. */
public final class DisableOptions {

  private final boolean clientsStopped;
  private final boolean acceptHiddenWrites;

  private DisableOptions(Builder builder) {
    clientsStopped = builder.clientsStopped;
    acceptHiddenWrites = builder.acceptHiddenWrites;
  }

  /** Returns the defaults: the long wait for clients, and no hidden writes. */
  public static DisableOptions ofDefaults() {
    return builder().build();
  }

  /** Returns a builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns whether all clients with transactions on the table have ended. Default: false. */
  public boolean clientsStopped() {
    return clientsStopped;
  }

  /**
   * Returns whether later plain writes to some rows may stay hidden for more than an hour. Default:
   * false.
   */
  public boolean acceptHiddenWrites() {
    return acceptHiddenWrites;
  }

  /** Builds {@link DisableOptions}. Not thread-safe. */
  public static final class Builder {

    private boolean clientsStopped;
    private boolean acceptHiddenWrites;

    private Builder() {}

    /**
     * Sets whether the caller has ended all clients with transactions on the table. Then it is
     * enough to wait for two minutes instead of forty. A client that was forgotten is refused
     * within this time if it reaches the master; if it does not, half of one of its transactions
     * may be lost.
     */
    public Builder clientsStopped(boolean clientsStopped) {
      this.clientsStopped = clientsStopped;
      return this;
    }

    /**
     * Sets whether to disable a table that contains cells or delete markers with timestamps more
     * than an hour ahead of the servers' clocks. Plain writes to their columns stay hidden until
     * the clocks have passed these timestamps, as in any HBase table.
     */
    public Builder acceptHiddenWrites(boolean acceptHiddenWrites) {
      this.acceptHiddenWrites = acceptHiddenWrites;
      return this;
    }

    /** Returns the options. The builder may be used further. */
    public DisableOptions build() {
      return new DisableOptions(this);
    }
  }
}
