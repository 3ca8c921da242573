# SPDX-License-Identifier: Apache-2.0
"""The command ``allways`` of an installed package: starts the program that the package carries.

The script ``allways`` runs this file alone, without importing the package and NumPy, and ``python -m allways`` imports it.
"""

import glob
import importlib.util
import os
import pathlib
import shutil
import sys

_program = pathlib.Path(__file__).parent / "bin" / "allways"


def _can_link() -> bool:
    """True if this machine has a linker and the libraries of a C compiler."""
    return bool(shutil.which("ld") and glob.glob("/usr/lib/gcc/*/*/libgcc.a")
                and (glob.glob("/usr/lib*/libc.so") or glob.glob("/usr/lib/*/libc.so")))


def offer_pocl() -> str:
    """Let OpenCL find the devices of the package pocl-binary-distribution, if this machine has no other driver.

    Sets OCL_ICD_VENDORS, unless a variable or ``/etc/OpenCL/vendors`` names drivers already. A loader reads it once.
    Returns why the package cannot be used, or an empty string: this PoCL links its kernels as a C compiler does, and where
    that fails it ends the process.
    """
    if "OCL_ICD_VENDORS" in os.environ or "OCL_ICD_FILENAMES" in os.environ or glob.glob("/etc/OpenCL/vendors/*.icd"):
        return ""
    package = importlib.util.find_spec("pocl_binary_distribution")
    if package is None or package.origin is None:
        return ""
    drivers = glob.glob(os.path.join(os.path.dirname(os.path.dirname(package.origin)), "pyopencl", ".libs", "libpocl*.so*"))
    if not drivers:
        return ""
    if not _can_link():
        return ("the OpenCL driver of pocl-binary-distribution is not used: it needs a C compiler's linker and libraries "
                "(Debian: packages gcc and libc6-dev)")
    os.environ["OCL_ICD_VENDORS"] = drivers[0]
    return ""


def main() -> None:
    """Replace this process by the program, with the same arguments."""
    if not _program.exists():
        sys.exit(f"allways: this installation of the package has no command ({_program} is missing): "
                 "it was built with ALLWAYS_BUILD_COMMAND=OFF")
    if warning := offer_pocl():
        print(f"allways: warning: {warning}", file=sys.stderr)
    if not os.path.exists("/proc/self/exe"):  # without /proc, the loader does not know the folder whose libraries it is to take
        os.environ.setdefault("LD_ORIGIN_PATH", str(_program.parent))
    try:
        os.execv(_program, ["allways", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"allways: {_program} cannot be started: {error.strerror}. Is it on a file system that is mounted "
                 "noexec, or made for another processor or C library?")


if __name__ == "__main__":
    main()
