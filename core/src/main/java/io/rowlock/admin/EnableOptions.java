package io.rowlock.admin;

/** How {@link TransactionAdmin#enable} makes a table transactional. Immutable and thread-safe. */
public final class EnableOptions {

  private final boolean scan;
  private final boolean regionCommit;

  private EnableOptions(Builder builder) {
    scan = builder.scan;
    regionCommit = builder.regionCommit;
  }

  /** Without a scan, with region commit. */
  public static EnableOptions ofDefaults() {
    return builder().build();
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether the table is scanned for timestamps above the servers' time. Default: false. */
  public boolean scan() {
    return scan;
  }

  /** Whether the table's regions are to take writes of several rows at once. Default: true. */
  public boolean regionCommit() {
    return regionCommit;
  }

  /** Collects {@link EnableOptions}. Not thread-safe. */
  public static final class Builder {

    private boolean scan;
    private boolean regionCommit = true;

    private Builder() {}

    /**
     * Whether to scan the table for cells and delete markers with timestamps above the servers'
     * time. Necessary when there may be any: transactional writes would hide behind them. Reads
     * only store files that hold such timestamps.
     */
    public Builder scan(boolean scan) {
      this.scan = scan;
      return this;
    }

    /**
     * Whether to add HBase's own {@code MultiRowMutationEndpoint} to the table, which every region
     * server has. With it, a transaction whose rows lie in one region commits in one request;
     * without it, and where the servers are told to load no coprocessors, everything works row by
     * row. False leaves the table as it is in this respect.
     */
    public Builder regionCommit(boolean regionCommit) {
      this.regionCommit = regionCommit;
      return this;
    }

    /** The options. The builder may be used on. */
    public EnableOptions build() {
      return new EnableOptions(this);
    }
  }
}
