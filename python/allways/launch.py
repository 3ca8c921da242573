# SPDX-License-Identifier: Apache-2.0
"""The command ``allways`` of an installed package: starts the program that the package carries.

The script ``allways`` runs this file alone, without importing the package and NumPy, and ``python -m allways`` imports it.
"""

import glob
import importlib.util
import os
import pathlib
import sys

_program = pathlib.Path(__file__).parent / "bin" / "allways"


def offer_pocl() -> None:
    """Let OpenCL find the devices of the package pocl-binary-distribution, if this machine has no other driver.

    Sets OCL_ICD_VENDORS, unless a variable or ``/etc/OpenCL/vendors`` names drivers already. A loader reads it once.
    """
    if "OCL_ICD_VENDORS" in os.environ or "OCL_ICD_FILENAMES" in os.environ or glob.glob("/etc/OpenCL/vendors/*.icd"):
        return
    package = importlib.util.find_spec("pocl_binary_distribution")
    if package is None or package.origin is None:
        return
    drivers = glob.glob(os.path.join(os.path.dirname(os.path.dirname(package.origin)), "pyopencl", ".libs", "libpocl*.so*"))
    if drivers:
        os.environ["OCL_ICD_VENDORS"] = drivers[0]


def main() -> None:
    """Replace this process by the program, with the same arguments."""
    if not _program.exists():
        sys.exit(f"allways: this installation of the package has no command ({_program} is missing): "
                 "it was built with ALLWAYS_BUILD_COMMAND=OFF")
    offer_pocl()
    if not os.path.exists("/proc/self/exe"):  # without /proc, the loader does not know the folder whose libraries it is to take
        os.environ.setdefault("LD_ORIGIN_PATH", str(_program.parent))
    try:
        os.execv(_program, ["allways", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"allways: {_program} cannot be started: {error.strerror}. Is it on a file system that is mounted "
                 "noexec, or made for another processor or C library?")


if __name__ == "__main__":
    main()
