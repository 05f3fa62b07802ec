/** The words around a primer; those of its steps come with it. */
import { own } from "../lib/i18n.svelte";

const ko = {
  title: (name: string) => `${name} 배우기`,
  lead: "배우기",
  coach: "길잡이",
  progress: (step: number, steps: number) => `${steps}걸음 중 ${step}걸음`,
  back: "뒤로",
  show: "보여 주기",
  goOn: "계속",
  skip: "여기까지 할래요",
  again: "처음부터 다시",
  notYet: "조금만 다르게",
  refused: "규칙이 막습니다",
  done: "다 배웠습니다",
  invite: "친구 부르기",
  rules: "규칙 읽기",
  lessons: "배울 것",
  here: "지금 여기",
  none: "이 게임에는 아직 배우기가 없습니다.",
};
const en: typeof ko = {
  title: (name) => `Learn ${name}`,
  lead: "Learn",
  coach: "Coach",
  progress: (step, steps) => `Step ${step} of ${steps}`,
  back: "Back",
  show: "Show me",
  goOn: "Go on",
  skip: "Enough for now",
  again: "Start again",
  notYet: "Not quite",
  refused: "The rules say no",
  done: "You know it now",
  invite: "Invite friends",
  rules: "Read the rules",
  lessons: "Lessons",
  here: "you are here",
  none: "This game has no primer yet.",
};
export const words = own({ ko, en });
