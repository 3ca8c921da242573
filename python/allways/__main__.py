# SPDX-License-Identifier: Apache-2.0
"""``python -m allways``: the command."""

from .launch import main

if __name__ == "__main__":
    main()
