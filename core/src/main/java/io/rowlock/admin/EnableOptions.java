package io.rowlock.admin;

/** The options of {@link TransactionAdmin#enable}. Immutable and thread-safe. */
public final class EnableOptions {

  private final boolean scan;
  private final boolean regionCommit;

  private EnableOptions(Builder builder) {
    scan = builder.scan;
    regionCommit = builder.regionCommit;
  }

  /** Returns the defaults: no scan, region commit. */
  public static EnableOptions ofDefaults() {
    return builder().build();
  }

  /** Returns a builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns whether the table is scanned for timestamps above the servers' time. Default: false.
   */
  public boolean scan() {
    return scan;
  }

  /**
   * Returns whether the table's regions will take writes of several rows at once. Default: true.
   */
  public boolean regionCommit() {
    return regionCommit;
  }

  /** Builds {@link EnableOptions}. Not thread-safe. */
  public static final class Builder {

    private boolean scan;
    private boolean regionCommit = true;

    private Builder() {}

    /**
     * Sets whether to scan the table for cells and delete markers with timestamps above the
     * servers' time. This is necessary if there may be any: they would hide transactional writes.
     * The scan reads only store files that contain such timestamps.
     */
    public Builder scan(boolean scan) {
      this.scan = scan;
      return this;
    }

    /**
     * Sets whether to add HBase's own {@code MultiRowMutationEndpoint} to the table, which every
     * region server has. With it, a transaction whose rows are in one region commits in one
     * request. Without it, and if the servers are configured to load no coprocessors, the commit
     * writes row by row. False leaves the table as it is in this respect.
     */
    public Builder regionCommit(boolean regionCommit) {
      this.regionCommit = regionCommit;
      return this;
    }

    /** Returns the options. The builder may be used further. */
    public EnableOptions build() {
      return new EnableOptions(this);
    }
  }
}
