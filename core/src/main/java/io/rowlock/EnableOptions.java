package io.rowlock;

/** How a table is made transactional. Immutable. */
public final class EnableOptions {

  private final boolean scan;

  private EnableOptions(Builder builder) {
    scan = builder.scan;
  }

  public static EnableOptions ofDefaults() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  public boolean scan() {
    return scan;
  }

  /** Collects {@link EnableOptions}. Not thread-safe. */
  public static final class Builder {
    private boolean scan;

    private Builder() {}

    public Builder scan(boolean scan) {
      this.scan = scan;
      return this;
    }

    public EnableOptions build() {
      return new EnableOptions(this);
    }
  }
}
