/** The image to share: 1200 × 630, drawn in the browser from the same drawing as the chart on the page. */
import { dashOf, draw, inkOf } from "./drawing";
import type { Report } from "./types";

export const WIDTH = 1200;
export const HEIGHT = 630;
const EDGE = 56;
const FAMILY = '"Noto Sans KR Variable", "Noto Sans KR", system-ui, sans-serif';
/** As many places as the image has room for in two lines each. */
const MOST_IN_TWO_LINES = 6;

export interface Said {
  /** "마스크맨" */
  game: string;
  /** "2번째 판 돌아보기" */
  title: string;
  /** "1위" */
  place: (rank: number) => string;
  /** "KXWTRM" */
  code: string;
}

/** The image as PNG, in the colours of the page. Rejects when the browser cannot draw. */
export async function imageOf(report: Report, said: Said): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const text = JSON.stringify(report) + JSON.stringify(said) + said.place(1);
  await Promise.all(["400", "700", "850"].map((weight) => document.fonts.load(`${weight} 20px ${FAMILY}`, text)));
  const style = getComputedStyle(document.documentElement);
  paint(pen, report, said, (role) => style.getPropertyValue(role).trim());
  return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png"));
}

type Pen = CanvasRenderingContext2D;

function paint(pen: Pen, report: Report, said: Said, role: (name: string) => string): void {
  pen.fillStyle = role("--felt");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = role("--gold");
  pen.fillRect(0, 0, WIDTH, 8);
  write(pen, said.game, EDGE, 92, 46, "850", role("--ink"), WIDTH - 2 * EDGE - 260);
  write(pen, said.title, EDGE, 132, 22, "400", role("--ink-2"), WIDTH - 2 * EDGE - 260);
  pen.textAlign = "right";
  write(pen, "mainmatch", WIDTH - EDGE, 84, 26, "700", role("--gold-ink"), 240);
  write(pen, said.code, WIDTH - EDGE, 116, 18, "400", role("--ink-3"), 240);
  pen.textAlign = "left";
  const right = report.chart ? 470 : WIDTH - EDGE;
  places(pen, report, said, right - EDGE, role);
  if (report.chart) chart(pen, report, right + 40, 168, WIDTH - EDGE - right - 40, HEIGHT - 168 - 40, role);
}

function places(pen: Pen, { names, places: all }: Report, said: Said, width: number, role: (name: string) => string): void {
  // Few have two lines each, many one.
  const isClose = all.length > MOST_IN_TWO_LINES;
  const step = Math.min(isClose ? 46 : 72, (HEIGHT - 220) / Math.max(1, all.length - (isClose ? 1 : 0)));
  for (const [index, place] of all.entries()) {
    const y = 204 + index * step;
    const tone = place.tone === "gold" ? role("--gold-ink") : place.tone === "danger" ? role("--garnet-ink") : role("--ink-2");
    const rank = place.rank === null ? "" : said.place(place.rank);
    const name = names[place.seat] ?? "";
    const reward = [place.part, place.reward, place.score].filter(Boolean).join(" · ");
    const at = EDGE + (rank ? (isClose ? 68 : 84) : 0);
    const left = width - (at - EDGE);
    write(pen, rank, EDGE, y, isClose ? 20 : 24, "850", tone, at - EDGE - 8);
    if (isClose) {
      write(pen, name, at, y, 20, "700", role("--ink"), left * 0.36);
      write(pen, reward, at + left * 0.38, y, 16, "400", tone, left * 0.62);
    } else {
      write(pen, name, at, y, 26, "700", role("--ink"), left);
      write(pen, reward, at, y + 25, 17, "400", tone, left);
    }
  }
}

function chart(pen: Pen, report: Report, left: number, top: number, width: number, height: number, role: (name: string) => string): void {
  if (!report.chart) return;
  const drawn = draw(report.chart, report.moments, width, height, 17);
  const { plot } = drawn;
  pen.save();
  pen.translate(left, top);
  const line = (x1: number, y1: number, x2: number, y2: number, colour: string, dash: number[] = []): void => {
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  };
  write(pen, report.chart.title, plot.left, -8, 17, "400", role("--ink-2"), width);
  for (const { at, text } of drawn.ys) {
    line(plot.left, at, plot.right, at, role("--line"));
    pen.textAlign = "right";
    write(pen, text, plot.left - 8, at + 6, 17, "400", role("--ink-3"), 90);
  }
  pen.textAlign = "center";
  for (const { at, text } of drawn.xs) write(pen, text, at, plot.bottom + 22, 17, "400", role("--ink-3"), 90);
  for (const { at } of drawn.marks) line(at, plot.top, at, plot.bottom, role("--line-strong"), [2, 5]);
  if (drawn.limit) line(plot.left, drawn.limit.at, plot.right, drawn.limit.at, role("--garnet-ink"), [6, 4]);
  for (const { at, text } of drawn.moments) {
    line(at, plot.top - 8, at, plot.bottom, role("--ink-3"), [2, 4]);
    pen.fillStyle = role("--ink");
    pen.beginPath();
    pen.arc(at, plot.top - 18, 11, 0, 7);
    pen.fill();
    write(pen, text, at, plot.top - 12.5, 15, "700", role("--felt"), 20);
  }
  pen.textAlign = "left";
  for (const { index, path, label } of drawn.lines) {
    pen.strokeStyle = role(inkOf(index));
    pen.lineWidth = 3;
    pen.lineJoin = "round";
    pen.setLineDash(dashOf(index).map((n) => n * 3));
    pen.stroke(new Path2D(path));
    if (label) {
      line(label.from.x, label.from.y, label.x - 3, label.y, role(inkOf(index)));
      write(pen, label.text, label.x, label.y + 6, 17, "700", role("--ink"), 40);
    }
  }
  pen.restore();
}

/** One line of text, made to fit. */
function write(pen: Pen, text: string, x: number, y: number, size: number, weight: string, colour: string, width: number): void {
  pen.fillStyle = colour;
  pen.font = `${weight} ${size}px ${FAMILY}`;
  let fits = text;
  while (fits.length > 1 && pen.measureText(fits).width > width) fits = `${[...fits.replace(/…$/, "")].slice(0, -1).join("")}…`;
  pen.fillText(fits, x, y);
}
