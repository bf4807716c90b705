package io.rowlock.it.cluster;

/** Is told what is going on. */
@FunctionalInterface
public interface Progress {
  void say(String line);
}
