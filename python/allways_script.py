#!python
# SPDX-License-Identifier: Apache-2.0
# The command `allways` of the package. Finds the package without importing it, which would take 0.2 s.
import importlib.util
import os
import runpy

package = importlib.util.find_spec("allways")
runpy.run_path(os.path.join(os.path.dirname(package.origin), "launch.py"), run_name="__main__")
