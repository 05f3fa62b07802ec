/** A refusal or failure in words of the person's language. */
import type { Words } from "../i18n/ko";
import { Refused } from "./api";

export function inWords(error: unknown, words: Words): string {
  if (!(error instanceof Refused)) return words.errors["offline"] ?? "";
  return words.errors[error.code] ?? error.message;
}
