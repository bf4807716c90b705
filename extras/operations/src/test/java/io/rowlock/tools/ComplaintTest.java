package io.rowlock.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** What Java words by the name of a class alone gets a sentence. */
class ComplaintTest {

  @Test
  void fileIsNamedInASentence() {
    assertThat(Complaint.about(new NoSuchFileException("marks")))
        .isEqualTo("There is no file 'marks'");
    assertThat(Complaint.about(new FileAlreadyExistsException("marks")))
        .isEqualTo("There is a file 'marks' already");
    assertThat(Complaint.about(new FileSystemException("marks", null, "Is a directory")))
        .isEqualTo("marks: Is a directory");
  }

  @Test
  void deniedAccessKeepsItsKind() {
    assertThat(Complaint.about(new AccessDeniedException("marks")))
        .isEqualTo("The file 'marks' may not be used");
  }
}
