/** Breaks the library on purpose, in memory, to see that its tests notice. No JUnit in here. */
package io.rowlock.mutation;
