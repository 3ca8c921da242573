# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of Allways and of other routers, for the scripts beside this folder."""
