"""A package's public names stay what they are, whatever is imported first."""

from __future__ import annotations

import importlib
import pkgutil

import uno_tui


def test_no_public_name_is_hidden_by_a_module_of_the_same_name() -> None:
    """Importing `package.name` sets that attribute of the package, over whatever it was."""
    packages = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(uno_tui.__path__, "uno_tui.")
        if found.ispkg
    ]
    assert len(packages) > 5
    hidden = [
        f"{package.__name__}.{module.name}"
        for package in packages
        for module in pkgutil.iter_modules(package.__path__)
        if module.name in getattr(package, "__all__", ())
    ]
    assert hidden == []
