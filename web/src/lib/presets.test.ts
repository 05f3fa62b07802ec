import { beforeEach, expect, test } from "vitest";
import { dropPreset, isSame, keepPreset, MOST_PRESETS, myPresets, plain } from "./presets";

const defaults = { rounds: 15, patrol: "optional", bluff: false };
beforeEach(() => localStorage.clear());

test("what equals the default is left out, whatever the order", () => {
  expect(plain({ bluff: true, rounds: 15 }, defaults)).toEqual({ bluff: true });
  expect(isSame({ rounds: 8, bluff: false }, { rounds: 8 }, defaults)).toBe(true);
  expect(isSame({ rounds: 8 }, {}, defaults)).toBe(false);
});

test("kept by game, replaced by name, dropped", () => {
  keepPreset("infiltration", "금요일", { rounds: 8 });
  keepPreset("infiltration", "금요일", { rounds: 10 });
  keepPreset("maskmen", "금요일", { seasons: 1 });
  expect(myPresets("infiltration", defaults)).toEqual([{ name: "금요일", options: { rounds: 10 } }]);
  dropPreset("infiltration", "금요일");
  expect(myPresets("infiltration", defaults)).toEqual([]);
  expect(myPresets("maskmen", { seasons: 4 })).toHaveLength(1);
});

test("only so many", () => {
  for (let i = 0; i < MOST_PRESETS + 3; i += 1) keepPreset("maskmen", `${i}`, {});
  expect(myPresets("maskmen", {}).map((one) => one.name)[0]).toBe("3");
});

test.each(["{", "[]", "7", "null", '{"maskmen": 3}', '{"maskmen": [null, {"name": 1}, {"name": "a"}]}', '{"maskmen": [{"name": "a", "options": {"gone": 1, "seasons": {}}}]}'])("what others wrote there does no harm: %s", (kept) => {
  localStorage.setItem("mainmatch.presets", kept);
  expect(myPresets("maskmen", { seasons: 4 }).every((one) => Object.keys(one.options).length === 0)).toBe(true);
  keepPreset("maskmen", "b", { seasons: 1 });
  expect(myPresets("maskmen", { seasons: 4 }).at(-1)).toEqual({ name: "b", options: { seasons: 1 } });
});
