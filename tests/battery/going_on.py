"""Rulings that go on where a rule is switched off: the rules behind it have their say.

A check is written as `if CONDITION: return refuse(RULE, ...)`. `refuse` allows while its rule is
off, and the check returns there, although a rule behind it may forbid the same action. Here the
functions of a game get the same code with one difference: they return what `refuse` gives only
if it refuses, and else go on to the next condition.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

_GIVEN = "_given"


class _GoingOn(ast.NodeTransformer):
    """Makes `return refuse(...)` in a branch return only what refuses."""

    def visit_If(self, node: ast.If) -> ast.AST:
        """Only what stands under a condition: the last line of a function returns anyway."""
        self.generic_visit(node)
        node.body = [self._changed(each) for each in node.body]
        node.orelse = [self._changed(each) for each in node.orelse]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """Visit a loop: its body is conditional too."""
        self.generic_visit(node)
        node.body = [self._changed(each) for each in node.body]
        return node

    def _changed(self, node: ast.stmt) -> ast.stmt:
        if not (isinstance(node, ast.Return) and isinstance(node.value, ast.Call)):
            return node
        called = node.value.func
        if not (isinstance(called, ast.Name) and called.id == "refuse"):
            return node
        given = ast.NamedExpr(ast.Name(_GIVEN, ast.Store()), node.value)
        test = ast.UnaryOp(ast.Not(), given)
        made = ast.If(test, [ast.Return(ast.Name(_GIVEN, ast.Load()))], [])
        return ast.fix_missing_locations(ast.copy_location(made, node))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions and methods that a module has written itself."""
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            yield value
        elif inspect.isclass(value) and value.__module__ == module.__name__:
            yield from (each for each in vars(value).values() if isinstance(each, FunctionType))


@cache
def _rewritten(package: str) -> list[tuple[FunctionType, CodeType, CodeType]]:
    """Return every function of a package that refuses, with its code and the code that
    continues."""
    found: list[tuple[FunctionType, CodeType, CodeType]] = []
    for name, module in list(sys.modules.items()):
        if not name.startswith(package + "."):
            continue
        source = inspect.getsource(module)
        if "return refuse(" not in source:
            continue
        path = str(module.__file__)
        plain = compile(source, path, "exec", dont_inherit=True)
        tree = _GoingOn().visit(ast.parse(source))
        made: CodeType = compile(tree, path, "exec", dont_inherit=True)
        new = {(each.co_qualname, each.co_firstlineno): each for each in _codes(made)}
        old = {(each.co_qualname, each.co_firstlineno): each for each in _codes(plain)}
        for function in _functions(module):
            at = (function.__code__.co_qualname, function.__code__.co_firstlineno)
            if at in new and new[at].co_code != old[at].co_code:
                found.append((function, function.__code__, new[at]))
    return found


@contextmanager
def going_on(game: Any) -> Generator[None]:
    """Within, the checks of a game go on behind a rule that is switched off."""
    changes = _rewritten(type(game).__module__.rpartition(".")[0])
    assert changes
    for function, _, code in changes:
        function.__code__ = code
    try:
        yield
    finally:
        for function, code, _ in changes:
            function.__code__ = code
