/** Tests on an HBase with TLS and access control. */
package io.rowlock.it.security;
