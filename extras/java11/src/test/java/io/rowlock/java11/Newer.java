package io.rowlock.java11;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Uses what Java 11 lacks. */
final class Newer extends CompletableFuture<String> {

  final RandomGenerator random = RandomGenerator.getDefault();

  CompletableFuture<String> inherited() {
    return exceptionallyCompose(failure -> this);
  }

  List<String> referenced() {
    return Stream.of(" a ").map(String::stripIndent).map(String::strip).toList();
  }
}
