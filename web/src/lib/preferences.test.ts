import { expect, test } from "vitest";
import { prefer, preferences, readPreferences } from "./preferences.svelte";

test("sound and notices are off until somebody wants them", () => {
  expect(readPreferences(null)).toEqual({ keys: true, sound: false, vibration: true, notification: false, wake: true, pace: "normal" });
});

test("what is remembered is read; what is none of ours is passed over", () => {
  expect(readPreferences('{"sound":true,"wake":"no","pace":"fast","other":1}')).toEqual({ keys: true, sound: true, vibration: true, notification: false, wake: true, pace: "fast" });
  expect(readPreferences('{"pace":"hurry"}').pace).toBe("normal");
  expect(readPreferences("{")).toEqual(readPreferences(null));
  expect(readPreferences("3")).toEqual(readPreferences(null));
});

test("a choice is remembered", () => {
  prefer({ sound: true });
  expect(preferences().sound).toBe(true);
  expect(readPreferences(localStorage.getItem("mainmatch.preferences")).sound).toBe(true);
});
