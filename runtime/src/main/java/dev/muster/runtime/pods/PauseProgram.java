package dev.muster.runtime.pods;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A program that does nothing, as the first process of a namespace must: it tells the kernel to
 * reap its children (SIGCHLD ignored) and sleeps until it is killed. Two system calls, so it is
 * written here as machine code instead of being fetched as an image.
 */
final class PauseProgram {
  private static final long LOADED_AT = 0x400000;
  private static final int HEADERS = 64 + 56;

  /** rt_sigaction(SIGCHLD, action, 0, 8); for (;;) pause(); */
  private static final int[] X86_64 = {
    0xB8, 0x0D, 0, 0, 0, 0xBF, 0x11, 0, 0, 0, 0x48, 0x8D, 0x35, 0x13, 0, 0, 0, 0x31, 0xD2, 0x41,
    0xBA, 8, 0, 0, 0, 0x0F, 0x05, 0xB8, 0x22, 0, 0, 0, 0x0F, 0x05, 0xEB, 0xF7
  };

  /** rt_sigaction(SIGCHLD, action, 0, 8); for (;;) ppoll(0, 0, 0, 0); */
  private static final int[] ARM64 = {
    0xD28010C8,
    0xD2800220,
    0x10000181,
    0xD2800002,
    0xD2800103,
    0xD4000001,
    0xD2800928,
    0xD2800000,
    0xD2800001,
    0xD2800002,
    0xD2800003,
    0xD4000001,
    0x17FFFFFA,
    0xD503201F
  };

  private PauseProgram() {}

  static void write(Path file) throws IOException {
    Files.write(file, elf());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-xr-x"));
  }

  private static byte[] elf() {
    boolean arm = System.getProperty("os.arch", "").equals("aarch64");
    ByteBuffer code = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
    for (int each : arm ? ARM64 : X86_64) {
      if (arm) {
        code.putInt(each);
      } else {
        code.put((byte) each);
      }
    }
    // the action: SIG_IGN, SA_NOCLDWAIT, no restorer, no mask
    code.putLong(1).putLong(2).putLong(0).putLong(0).flip();
    int size = HEADERS + code.remaining();
    ByteBuffer elf = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    elf.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    elf.putShort((short) 2).putShort((short) (arm ? 183 : 62)).putInt(1);
    elf.putLong(LOADED_AT + HEADERS).putLong(64).putLong(0).putInt(0);
    elf.putShort((short) 64).putShort((short) 56).putShort((short) 1);
    elf.putShort((short) 0).putShort((short) 0).putShort((short) 0);
    elf.putInt(1).putInt(5).putLong(0).putLong(LOADED_AT).putLong(LOADED_AT);
    elf.putLong(size).putLong(size).putLong(0x1000);
    elf.put(code);
    return elf.array();
  }
}
