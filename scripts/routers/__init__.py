# SPDX-License-Identifier: Apache-2.0
"""Drives other routers and Allways through their programs, for the scripts beside this folder."""
