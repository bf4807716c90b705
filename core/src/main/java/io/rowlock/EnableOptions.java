package io.rowlock;

/** How {@link TransactionAdmin#enable} makes a table transactional. Immutable and thread-safe. */
public final class EnableOptions {

  private final boolean scan;

  private EnableOptions(Builder builder) {
    scan = builder.scan;
  }

  /** Without a scan. */
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

  /** Collects {@link EnableOptions}. Not thread-safe. */
  public static final class Builder {

    private boolean scan;

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

    /** The options. The builder may be used on. */
    public EnableOptions build() {
      return new EnableOptions(this);
    }
  }
}
