"""The rule language: its words, its check, and the load of a rules file under a backend.

A rules file is plain Python in a small language, so that one text runs as Python and compiles with Numba:
functions marked `@rule` over a record, with ints and bools, `if`, `while`, `for … in range(…)`, fields
`s.hands[p][w]`, calls of other rules. No containers, strings, closures, exceptions, whole-array stores.
The load refuses anything else with file, line and reason.

    rules = load("mainmatch.games.maskmen.rules")             # backend "python"
    rules = load("mainmatch.games.maskmen.rules", "numba")

In the python backend every store into a field is checked against the field's range (RangeError).
In the numba backend the same functions are compiled; `draw` and `tell` differ only here.

Words for a rules file: `rule`, `subroutine`, `clause`, `draw`, `tell`, `table`, `overflow`.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from mainmatch.core.chance import GOLDEN, MIX_1, MIX_2
from mainmatch.core.chance import draw as _python_draw
from mainmatch.core.errors import RangeError, RuleError
from mainmatch.core.record import CODES

BACKENDS = ("python", "numba", "numba-checked")
"""`numba-checked` also checks array bounds: for tests."""

F = TypeVar("F", bound=Callable[..., Any])


# ---------------------------------------------------------------- the words, python backend
def rule(function: F) -> F:
    """Mark a function as part of the rules: checked at load, compiled (and inlined) by the numba backend."""
    return function


def subroutine(function: F) -> F:
    """A rule that the compiler need not inline: for large ones that several rules call."""
    return function


def clause(*numbers: str) -> Callable[[F], F]:
    """Name the clauses of the rulebook that this rule implements."""

    def mark(function: F) -> F:
        function.__clauses__ = numbers  # type: ignore[attr-defined]
        return function

    return mark


def draw(s: Any, n: int) -> int:
    """A chance event, uniform over 0 … n-1. The only door of chance."""
    return _python_draw(s, n)


def tell(s: Any, event: int, *values: Any) -> None:
    """Record for people what just happened; compiled code leaves it out.

    `event` is a code of the room's event table; values are ints or whole fields (copied).
    """
    if s.told is not None:
        s.told.append((event, tuple(list(v) if isinstance(v, list) else v for v in values)))


def table(*values: Any) -> Any:
    """A constant table of ints (or of equally long tuples of ints), indexed `T[i]` or `T[i][j]`."""
    rows = values[0] if len(values) == 1 and not isinstance(values[0], int) else values
    return [list(r) if not isinstance(r, int) else r for r in rows]


def overflow(s: Any) -> None:
    """More waits than the state can hold, which the room shows to be impossible: raises RangeError (compiled: nothing)."""
    raise RangeError(f"{type(s).__name__}: more effects wait than its stack can hold")


# ---------------------------------------------------------------- the words, numba backend
@functools.cache
def _numba_words(checked: bool) -> dict[str, Any]:
    import numpy as np
    from numba import njit, types

    nb: Any = types

    u = np.uint64
    golden, mix_1, mix_2 = u(GOLDEN), u(MIX_1), u(MIX_2)
    s30, s27, s31, s32 = u(30), u(27), u(31), u(32)

    def plain(dispatcher: Any) -> Any:
        """Compile a rule once, for plain numbers: else Numba compiles it anew for every constant and every width of a field."""
        choose = dispatcher.get_call_template

        def choose_plain(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            kinds = (nb.unliteral(a) for a in args)
            return choose(tuple(nb.int64 if isinstance(k, nb.Integer) and k.signed else k for k in kinds), kws)

        dispatcher.get_call_template = choose_plain
        return dispatcher

    options: dict[str, Any] = {"error_model": "numpy", "boundscheck": checked, "no_cfunc_wrapper": True}

    def compile_inlined(function: Any) -> Any:
        return plain(njit(**options, forceinline=True)(function))

    def compile_outlined(function: Any) -> Any:
        return plain(njit(**options)(function))

    @compile_inlined
    def draw(s: Any, n: int) -> Any:
        s.counter += 1
        x = s.seed + u(s.counter) * golden
        x = (x ^ (x >> s30)) * mix_1
        x = (x ^ (x >> s27)) * mix_2
        x = x ^ (x >> s31)
        return np.int64(((x >> s32) * u(n)) >> s32)

    @compile_inlined
    def tell(s: Any, event: int, *values: Any) -> None:
        pass

    @compile_inlined
    def overflow(s: Any) -> None:
        pass

    def constant(*values: Any) -> Any:
        rows = values[0] if len(values) == 1 and not isinstance(values[0], int) else values
        array = np.array(rows, np.int64)
        array.flags.writeable = False
        return array

    return {
        "rule": compile_inlined,
        "subroutine": compile_outlined,
        "clause": clause,
        "draw": draw,
        "tell": tell,
        "table": constant,
        "overflow": overflow,
    }


def numba_words(backend: str) -> dict[str, Any]:
    """The words under a numba backend: `draw` and the rest, for generated drivers."""
    return _numba_words(backend == "numba-checked")


_PYTHON_WORDS: dict[str, Any] = {
    "rule": rule,
    "subroutine": subroutine,
    "clause": clause,
    "draw": draw,
    "tell": tell,
    "table": table,
    "overflow": overflow,
}


# ---------------------------------------------------------------- loading
def source_path(module: str) -> Path:
    """The file of a rules module, without importing it. Raises RuleError when there is none."""
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError as error:
        raise RuleError(module, 0, f"there is no such module ({error})") from None
    if spec is None or spec.origin is None:
        raise RuleError(module, 0, "there is no such module")
    return Path(spec.origin)


@functools.cache
def is_rules_file(module: str) -> bool:
    """Does this module import the words of the rule language?"""
    if module == __name__ or not module:
        return False
    try:
        text = source_path(module).read_text(encoding="utf-8")
    except (RuleError, OSError):
        return False
    return f"from {__name__} import" in text


def rule_files(module: str) -> list[Path]:
    """The rules file and all rules files that it imports, in order of first mention."""
    found: dict[Path, None] = {}

    def visit(name: str) -> None:
        path = source_path(name)
        if path in found:
            return
        found[path] = None
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module and is_rules_file(node.module):
                visit(node.module)

    visit(module)
    return list(found)


def load(module: str, backend: str = "python") -> types.ModuleType:
    """Execute a rules file under a backend; the result is cached as `<module>__<backend>`.

    Rules files that it imports are executed for it alone, so that they may use the fields of its records.
    Raises RuleError, naming file, line and reason, when a file leaves the rule language.
    """
    if backend not in BACKENDS:
        raise ValueError(f"no backend {backend!r}; there are {', '.join(BACKENDS)}")
    return _load(module, backend, module)


Fields = dict[str, tuple[str, int]]
"""Field name -> (number code, axes)."""


@functools.cache
def _load(module: str, backend: str, room: str) -> types.ModuleType:
    path = source_path(module)
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    fields = _fields(room)
    words = _PYTHON_WORDS if backend == "python" else _numba_words(backend == "numba-checked")

    loaded = types.ModuleType(
        f"{module}__{backend.replace('-', '_')}" + ("" if module == room else f"__{room}"), ast.get_docstring(tree)
    )
    loaded.__file__ = str(path)
    space = loaded.__dict__
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == __name__:
            source: dict[str, Any] = words
        elif isinstance(node, ast.ImportFrom) and node.module and is_rules_file(node.module):
            source = _load(node.module, backend, room).__dict__
        else:
            body.append(node)
            continue
        for name in node.names:
            if name.name not in source:
                raise RuleError(str(path), node.lineno, f"{node.module} has no {name.name}")
            space[name.asname or name.name] = source[name.name]
    tree.body = body
    _Check(str(path), fields).file(tree)
    if backend == "python":
        tree = ast.fix_missing_locations(_CheckedStores(fields).visit(tree))
        space["_out_of_range"] = _out_of_range
    sys.modules[loaded.__name__] = loaded
    try:
        exec(compile(tree, str(path), "exec"), space)  # the file itself, checked above
    except BaseException:
        del sys.modules[loaded.__name__]
        raise
    return loaded


@functools.cache
def _fields(room: str) -> Fields:
    """All fields of the records that a rules file and its imports declare."""
    fields: Fields = {}
    for path in rule_files(room):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for name, (entry, line) in _declared_fields(tree).items():
            if fields.setdefault(name, entry) != entry:
                raise RuleError(str(path), line, f"two records of this room declare {name} differently")
    return fields


def _out_of_range(field: str, value: object, low: int, high: int) -> int:
    raise RangeError(f"{field} holds {low} to {high}, not {value!r}")


# ---------------------------------------------------------------- the check of the language
def _declared_fields(tree: ast.Module) -> dict[str, tuple[tuple[str, int], int]]:
    """Field name -> ((number code, axes), line), from the record classes written in a file."""
    fields: dict[str, tuple[tuple[str, int], int]] = {}
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        for item in node.body:
            if (
                isinstance(item, ast.Assign)
                and isinstance(item.targets[0], ast.Name)
                and isinstance(item.value, ast.Call)
            ):
                call = item.value
                kind = call.func.id if isinstance(call.func, ast.Name) else ""
                fields[item.targets[0].id] = (
                    (CODES[kind], len(call.args) - 1) if kind in CODES else ("", 1),
                    item.lineno,
                )
    return fields


_STATEMENTS = (
    ast.Expr,
    ast.Assign,
    ast.AugAssign,
    ast.If,
    ast.While,
    ast.For,
    ast.Return,
    ast.Break,
    ast.Continue,
    ast.Pass,
)
_EXPRESSIONS = (
    ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Attribute, ast.Subscript, ast.Constant, ast.Name,
)  # fmt: skip
_OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor,
    ast.And, ast.Or, ast.Not, ast.USub, ast.UAdd, ast.Invert, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
    ast.Load, ast.Store,
)  # fmt: skip
_BUILTINS = {"range", "min", "max", "abs"}
_HIDDEN_FIELDS = {"told", "chance"}


class _Check:
    """Walks a rules file and refuses what the rule language does not have."""

    def __init__(self, path: str, fields: Fields) -> None:
        self.path = path
        self.fields = fields

    def refuse(self, node: ast.AST, reason: str) -> None:
        raise RuleError(self.path, getattr(node, "lineno", 0), reason)

    def file(self, tree: ast.Module) -> None:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self.function(node)
            elif isinstance(node, ast.ClassDef):
                if not node.bases:
                    self.refuse(node, f"class {node.name} is no Record")
            elif not isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign | ast.Expr):
                self.refuse(
                    node, f"{_name(node)} at the top of a rules file; there are imports, records, constants and rules"
                )

    def function(self, node: ast.FunctionDef) -> None:
        marks = {
            d.id
            if isinstance(d, ast.Name)
            else d.func.id
            if isinstance(d, ast.Call) and isinstance(d.func, ast.Name)
            else ""
            for d in node.decorator_list
        }
        if not marks & {"rule", "subroutine"}:
            self.refuse(node, f"{node.name} is not marked @rule")
        if marks - {"rule", "subroutine", "clause"}:
            self.refuse(node, f"{node.name}: only @rule, @subroutine and @clause may mark a rule")
        if ast.get_docstring(node) is None:
            self.refuse(node, f"{node.name} has no docstring: its clause in one sentence")
        arguments = node.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            self.refuse(node, f"{node.name}: a rule takes plain positional arguments")
        for statement in node.body[1:]:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if not isinstance(node, _STATEMENTS):
            self.refuse(node, f"{_name(node)} is not in the rule language")
        if isinstance(node, ast.Assign):
            if len(node.targets) != 1:
                self.refuse(node, "one assignment a line")
            self.target(node.targets[0])
            self.expression(node.value)
        elif isinstance(node, ast.AugAssign):
            self.target(node.target)
            if any(isinstance(n, ast.Call) for n in ast.walk(node.target)):
                self.refuse(node, "no call inside the target of an augmented store: its index would be computed twice")
            self.operator(node.op)
            self.expression(node.value)
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Call):
                self.refuse(node, "an expression whose value is not used")
            self.expression(node.value)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self.expression(node.value)
        elif isinstance(node, ast.For):
            if not (
                isinstance(node.iter, ast.Call)
                and isinstance(node.iter.func, ast.Name)
                and node.iter.func.id == "range"
            ):
                self.refuse(node, "a for loop goes over range(...)")
            if not isinstance(node.target, ast.Name) or node.orelse:
                self.refuse(node, "a for loop has one plain variable and no else")
            self.expression(node.iter)
            self.block(node.body)
        elif isinstance(node, ast.While):
            if node.orelse:
                self.refuse(node, "a while loop has no else")
            self.expression(node.test)
            self.block(node.body)
        elif isinstance(node, ast.If):
            self.expression(node.test)
            self.block(node.body)
            self.block(node.orelse)

    def block(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            self.statement(node)

    def target(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name):
            return
        axes = 0
        inner = node
        while isinstance(inner, ast.Subscript):
            self.expression(inner.slice)
            inner = inner.value
            axes += 1
        if isinstance(inner, ast.Attribute):
            known = self.fields.get(inner.attr)
            if known is None:
                self.refuse(node, f"no record here has a field {inner.attr}")
            elif axes != known[1] or not known[0]:
                self.refuse(node, f"{inner.attr} has {known[1]} axes: store one number at a time")
            self.expression(inner.value)
        elif not isinstance(inner, ast.Name):
            self.refuse(node, f"{_name(inner)} cannot be stored into")

    def expression(self, node: ast.expr) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.expr_context | ast.Load | ast.Store):
                continue
            if isinstance(part, ast.operator | ast.unaryop | ast.boolop | ast.cmpop):
                self.operator(part)
            elif not isinstance(part, _EXPRESSIONS):
                self.refuse(part if hasattr(part, "lineno") else node, f"{_name(part)} is not in the rule language")
            elif isinstance(part, ast.Constant) and not isinstance(part.value, int):
                self.refuse(part, f"{part.value!r}: the rule language has only ints and bools")
            elif isinstance(part, ast.Call):
                if not isinstance(part.func, ast.Name) or part.keywords:
                    self.refuse(part, "a rule calls rules by name, without keywords")
            elif isinstance(part, ast.Attribute) and part.attr in _HIDDEN_FIELDS:
                self.refuse(part, f"{part.attr} belongs to the engine")
            elif isinstance(part, ast.Attribute) and part.attr not in self.fields:
                self.refuse(part, f"no record here has a field {part.attr}")

    def operator(self, node: ast.AST) -> None:
        if not isinstance(node, _OPERATORS):
            raise RuleError(self.path, 0, f"the operator {_name(node)} is not in the rule language")


def _name(node: ast.AST) -> str:
    return {"Try": "try", "With": "with", "Raise": "raise", "Lambda": "lambda", "List": "a list", "Dict": "a dict", "Tuple": "a tuple", "Set": "a set",
            "Delete": "del", "Assert": "assert", "Div": "/ (use //)", "Pow": "**", "In": "in", "Is": "is", "JoinedStr": "a string"}.get(
        type(node).__name__, type(node).__name__)  # fmt: skip


class _CheckedStores(ast.NodeTransformer):
    """Python backend: `s.turn = x` becomes a store that refuses what the field cannot hold."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        code = self._code(node.targets[0])
        if code:
            node.value = self._checked(node.value, *code)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        code = self._code(node.target)
        if not code:
            return node
        load = ast.parse(ast.unparse(node.target), mode="eval").body
        total = ast.BinOp(load, node.op, node.value)
        return ast.copy_location(ast.Assign([node.target], self._checked(total, *code)), node)

    def _code(self, target: ast.expr) -> tuple[str, str] | None:
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Attribute):
            return target.attr, self.fields[target.attr][0]
        return None

    @staticmethod
    def _checked(value: ast.expr, field: str, code: str) -> ast.expr:
        bits = int(code[1]) * 8
        low, high = (0, 2**bits - 1) if code[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        if isinstance(value, ast.Constant) and isinstance(value.value, int) and low <= value.value <= high:
            return value
        held = ast.NamedExpr(ast.Name("_held", ast.Store()), value)
        bound: Callable[[int], ast.expr] = ast.Constant
        return ast.copy_location(
            ast.IfExp(
                ast.Compare(bound(low), [ast.LtE(), ast.LtE()], [held, bound(high)]),
                ast.Name("_held", ast.Load()),
                ast.Call(
                    ast.Name("_out_of_range", ast.Load()),
                    [ast.Constant(field), ast.Name("_held", ast.Load()), bound(low), bound(high)],
                    [],
                ),
            ),
            value,
        )
