/** Tests of the command line and of tables that it enables, verifies and repairs. */
package io.rowlock.it.tools;
