import { expect, test } from "vitest";
import { inlines, parse } from "./markdown";

test("a paragraph that begins with a clause number is that clause", () => {
  expect(parse("**IP-3** 올리기, `raise`.\n이어진 줄 IP-5.")).toEqual([
    {
      kind: "paragraph",
      clause: "IP-3",
      inlines: [
        { kind: "text", text: "올리기, " },
        { kind: "code", text: "raise" },
        { kind: "text", text: ". 이어진 줄 " },
        { kind: "clause", clause: "IP-5" },
        { kind: "text", text: "." },
      ],
    },
  ]);
});

test("headings, lists and tables", () => {
  const blocks = parse("# 제목\n\n- 하나\n- 둘\n  이어서\n\n1. 첫째\n\n| 옵션 | 값 |\n| --- | --- |\n| `a` | 1 |\n");
  expect(blocks.map((block) => block.kind)).toEqual(["heading", "list", "list", "table"]);
  expect(blocks[1]).toEqual({ kind: "list", ordered: false, items: [[{ kind: "text", text: "하나" }], [{ kind: "text", text: "둘 이어서" }]] });
  expect(blocks[3]).toEqual({
    kind: "table",
    head: [[{ kind: "text", text: "옵션" }], [{ kind: "text", text: "값" }]],
    rows: [[[{ kind: "code", text: "a" }], [{ kind: "text", text: "1" }]]],
  });
});

test("markup in the text stays text, and links go only where they may", () => {
  expect(inlines("<script>alert(1)</script>")).toEqual([{ kind: "text", text: "<script>alert(1)</script>" }]);
  expect(inlines("[x](javascript:alert(1))")[0]).toEqual({ kind: "text", text: "x" });
  expect(inlines("[x](//elsewhere.example)")).toEqual([{ kind: "text", text: "x" }]);
  expect(inlines("[규칙](/rules/maskmen)")).toEqual([{ kind: "link", text: "규칙", href: "/rules/maskmen" }]);
});
