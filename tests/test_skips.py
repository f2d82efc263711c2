"""In CI a test is skipped for a named reason or not at all (tests/conftest.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ("pytester",)

NAMED = 'import pytest\n\ndef test_it(): pytest.skip("no-c-compiler: cc not found")\n'
UNNAMED = 'import pytest\n\ndef test_it(): pytest.skip("cc: not found")\n'
NO_DETAIL = 'import pytest\n\ndef test_it(): pytest.skip("no-c-compiler")\n'
WHOLE_MODULE = 'import pytest\n\npytest.importorskip("no_such_module")\n'
EXPECTED_FAILURE = "import pytest\n\n@pytest.mark.xfail\ndef test_it(): assert False\n"


def run(pytester: pytest.Pytester, source: str, *options: str) -> pytest.RunResult:
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text("utf-8"))
    pytester.makepyfile(source)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)


@pytest.fixture(autouse=True)
def _named_skips_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SKIPS", raising=False)


def test_a_named_skip_passes(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    run(pytester, NAMED).assert_outcomes(skipped=1)


def test_an_expected_failure_is_no_skip(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    run(pytester, EXPECTED_FAILURE).assert_outcomes(xfailed=1)


@pytest.mark.parametrize("source", [UNNAMED, NO_DETAIL])
def test_an_unnamed_skip_fails(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.setenv("CI", "true")
    result = run(pytester, source, "-n", "1")
    result.assert_outcomes(failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_a_module_skipped_while_collected_fails(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    result = run(pytester, WHOLE_MODULE, "-n", "1")
    result.assert_outcomes(errors=1)
    assert result.ret != pytest.ExitCode.OK


def test_outside_ci_any_skip_passes(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    run(pytester, UNNAMED).assert_outcomes(skipped=1)


def test_where_every_test_has_to_run_a_named_skip_fails(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_SKIPS", "true")
    run(pytester, NAMED).assert_outcomes(failed=1)
