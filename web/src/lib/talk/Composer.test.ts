import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import Composer from "./Composer.svelte";

let made: ReturnType<typeof mount> | undefined;
afterEach(() => {
  if (made) void unmount(made);
  document.body.innerHTML = "";
});

function composer(value = ""): { field: HTMLTextAreaElement; said: () => string[] } {
  let written = value;
  const said: string[] = [];
  made = mount(Composer, {
    target: document.body,
    props: { value, placeholder: "", onwrite: (text: string) => (written = text), onsend: vi.fn(() => said.push(written)) },
  });
  flushSync();
  const field = document.querySelector("textarea");
  if (!field) throw new Error("no field");
  return { field, said: () => said };
}

const enter = (field: HTMLElement, more: KeyboardEventInit & { keyCode?: number } = {}): KeyboardEvent => {
  const event = new KeyboardEvent("keydown", { key: "Enter", cancelable: true, bubbles: true, ...more });
  if (more.keyCode !== undefined) Object.defineProperty(event, "keyCode", { value: more.keyCode });
  if (more.isComposing) Object.defineProperty(event, "isComposing", { value: true });
  field.dispatchEvent(event);
  return event;
};

test("Enter while a syllable is put together sends nothing; the next one sends all of it, once", () => {
  const { field, said } = composer();
  field.value = "안녕";
  field.dispatchEvent(new Event("input"));
  expect(enter(field, { isComposing: true, keyCode: 229 }).defaultPrevented).toBe(false);
  expect(enter(field, { keyCode: 229 }).defaultPrevented).toBe(false);
  expect(said()).toEqual([]);
  expect(enter(field, { keyCode: 13 }).defaultPrevented).toBe(true);
  expect(said()).toEqual(["안녕"]);
});

test("what the field holds is sent, also where no input event has told of it", () => {
  const { field, said } = composer("안");
  field.value = "안녕";
  document.querySelector("form")?.requestSubmit();
  expect(said()).toEqual(["안녕"]);
});

test("Shift and Enter begin a line", () => {
  const { field, said } = composer("one");
  expect(enter(field, { shiftKey: true }).defaultPrevented).toBe(false);
  expect(said()).toEqual([]);
});

test("what is too long stays, and says by how much", () => {
  const { field, said } = composer("가".repeat(502));
  enter(field);
  expect(said()).toEqual([]);
  expect(document.querySelector("[role=alert]")?.textContent).toContain("2");
});
