/** What can be asked of a table by a key or a button, and its words. */
import { own } from "../i18n.svelte";

export type Asked = "help" | "state" | "last" | "turn";
/** The key of my secrets: only while it is held. */
export const SECRETS_KEY = "h";

/** The key of each question. */
export const ASKED: Readonly<Record<string, Asked>> = { "?": "help", s: "state", l: "last", t: "turn" };

const keys: Readonly<Record<Asked, string>> = { help: "?", state: "s", last: "l", turn: "t" };

const ko = {
  keys,
  row: "말로 듣기",
  names: { help: "도움말", state: "지금 상태", last: "마지막 일", turn: "누구 차례" } satisfies Record<Asked, string>,
  titles: { help: "키와 버튼", state: "지금 상태", last: "마지막으로 일어난 일", turn: "누구 차례인가" } satisfies Record<Asked, string>,
  helpLead: "키마다 같은 일을 하는 버튼이 있습니다. 글을 적는 동안에는 키가 듣지 않습니다.",
  helpKey: "이 도움말",
  secrets: "내 비밀",
  secret: "내 비밀 보기. 누르고 있는 동안만 보이고 들립니다.",
  choices: "선택지 고르기. 버튼은 선택지마다 있습니다.",
  tabs: "탭 사이를 오가기",
  escape: "닫기",
  useKeys: "한 글자 키 쓰기",
};
const en: typeof ko = {
  keys,
  row: "In words",
  names: { help: "Help", state: "State", last: "Last event", turn: "Whose turn" },
  titles: { help: "Keys and buttons", state: "The state now", last: "The last thing that happened", turn: "Whose turn it is" },
  helpLead: "Every key has a button that does the same. Keys rest while you type.",
  helpKey: "This help",
  secrets: "My secrets",
  secret: "My secrets, seen and heard only while it is held.",
  choices: "Choose. Every choice is a button.",
  tabs: "Move between the tabs",
  escape: "Close",
  useKeys: "Use single keys",
};
export const words = own({ ko, en });
