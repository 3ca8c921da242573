# SPDX-License-Identifier: Apache-2.0
"""The folder of the real networks: $ALLWAYS_DATA, or shared/data beside the clone. Without it the scripts stop here."""

import os
import sys
from pathlib import Path

data = Path(os.environ.get("ALLWAYS_DATA") or Path(__file__).resolve().parents[3] / "shared/data")
if not data.is_dir():
    sys.exit(f"SKIPPED: no real networks in {data} (ALLWAYS_DATA names their folder)")
