package io.rowlock.bench.scale;

/** A task, and what it stands for. */
record Case(Subject subject, Task task) {}
