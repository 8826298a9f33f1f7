#!/usr/bin/env python3
"""Runs a file of tests by pytest; exit code 77 where none of them could run, after a line that says why (ctest: skipped)."""

import sys

try:
    import pytest
except ImportError:
    print("pytest is not installed (Debian: python3-pytest)")
    sys.exit(77)


class Counts:
    passed = 0
    skipped = []

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.passed:
            self.passed += 1
        if report.skipped:
            self.skipped.append(str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else "expected to fail")

    def pytest_collectreport(self, report):
        if report.skipped:
            self.skipped.append(str(report.longrepr[2]))


counts = Counts()
code = pytest.main(["-q", "-p", "no:cacheprovider", "--tb=short", *sys.argv[1:]], plugins=[counts])
if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) and counts.passed == 0 and counts.skipped:
    print(f"{sys.argv[1]}: Skipped\n" + "; ".join(sorted(set(counts.skipped))))  # as tools/test-lines reads it
    code = 77
sys.exit(code)
