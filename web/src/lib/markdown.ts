/**
 * A rulebook's Markdown as a tree, to be rendered as elements and never as raw HTML.
 *
 * What rulebooks use: headings, paragraphs, lists, tables, quotes, **strong**, *emphasis*, `code`, [links](…).
 * A paragraph that begins with a clause number in bold (**IP-3**) is that clause; clause numbers in the text become references.
 */
export type Inline =
  | { kind: "text" | "strong" | "em" | "code"; text: string }
  | { kind: "clause"; clause: string }
  | { kind: "link"; text: string; href: string };

export type Block =
  | { kind: "heading"; level: number; inlines: Inline[] }
  | { kind: "paragraph"; clause: string | null; inlines: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "quote"; inlines: Inline[] }
  | { kind: "code"; text: string };

const CLAUSE = "[A-Z]{2,4}-\\d+";
const STARTS_CLAUSE = new RegExp(`^\\*\\*(${CLAUSE})\\*\\*\\s*`);
const INLINE = new RegExp(`\\*\\*(?<strong>[^*]+)\\*\\*|\\*(?<em>[^*]+)\\*|\`(?<code>[^\`]+)\`|\\[(?<label>[^\\]]+)\\]\\((?<href>[^)\\s]+)\\)|\\b(?<clause>${CLAUSE})(?![\\w-])`, "g");

/** Text with its marks. Links go only to this site or over https; others stay text. */
export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  const plain = (until: number): void => {
    if (until > at) found.push({ kind: "text", text: text.slice(at, until) });
  };
  for (const match of text.matchAll(INLINE)) {
    const { strong, em, code, label, href, clause } = match.groups ?? {};
    plain(match.index);
    at = match.index + match[0].length;
    if (strong !== undefined) found.push(new RegExp(`^${CLAUSE}$`).test(strong) ? { kind: "clause", clause: strong } : { kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else if (clause !== undefined) found.push({ kind: "clause", clause });
    else if (label !== undefined && href !== undefined) {
      const isSafe = /^(https:\/\/|\/(?!\/)|#)/.test(href);
      found.push(isSafe ? { kind: "link", text: label, href } : { kind: "text", text: label });
    }
  }
  plain(text.length);
  return found;
}

const cells = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inlines(cell.trim()));

/** The blocks of a Markdown text. */
export function parse(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const part of fenced(markdown)) {
    if (part.isCode) blocks.push({ kind: "code", text: part.text });
    else blocks.push(...part.text.split(/\n\s*\n/).flatMap((chunk) => chunkBlocks(chunk)));
  }
  return blocks;
}

function fenced(markdown: string): { isCode: boolean; text: string }[] {
  return markdown
    .replace(/\r\n?/g, "\n")
    .split(/^```.*$/m)
    .map((text, index) => ({ isCode: index % 2 === 1, text: index % 2 === 1 ? text.replace(/^\n|\n$/g, "") : text }));
}

function chunkBlocks(chunk: string): Block[] {
  const lines = chunk.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (lines.length === 0) return [];
  const heading = /^(#{1,6})\s+(.*)$/.exec(first);
  if (heading) {
    const [, marks = "", text = ""] = heading;
    return [{ kind: "heading", level: marks.length, inlines: inlines(text) }, ...chunkBlocks(lines.slice(1).join("\n"))];
  }
  if (first.trimStart().startsWith("|") && /^\s*\|?[\s:|-]+\|?\s*$/.test(lines[1] ?? "")) {
    return [{ kind: "table", head: cells(first), rows: lines.slice(2).map(cells) }];
  }
  const item = /^\s*(?:[-*]|(\d+)\.)\s+/;
  if (item.test(first)) {
    const items: string[] = [];
    for (const line of lines) {
      if (item.test(line)) items.push(line.replace(item, ""));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return [{ kind: "list", ordered: /^\s*\d/.test(first), items: items.map(inlines) }];
  }
  if (first.startsWith(">")) return [{ kind: "quote", inlines: inlines(lines.map((line) => line.replace(/^>\s?/, "")).join(" ")) }];
  const text = lines.map((line) => line.trim()).join(" ");
  const clause = STARTS_CLAUSE.exec(text);
  return [{ kind: "paragraph", clause: clause?.[1] ?? null, inlines: inlines(clause ? text.slice(clause[0].length) : text) }];
}
