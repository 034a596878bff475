import { isMeasured } from "./quantities.js";
import type { Pair } from "./span.js";

/** An object without others in it, as JSON writes it. */
const OBJECT = /\{[^{}]*\}/g;
const MEMBER = /"([^"\\]{1,60})"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.]*(?:[eE][+-]?\d+)?|true|false)(?=\s*[,}]))/g;

/** The members of the one object of a text: `{"weight": "82 kg", "sleep": 7}`. Several objects are several records. */
export function objectPairs(text: string): Pair[] {
  const objects = text.includes("{") ? [...text.matchAll(OBJECT)] : [];
  const [object] = objects;
  if (object === undefined || objects.length > 1) return [];
  const pairs = [...object[0].matchAll(MEMBER)].map(({ index, 0: member, 1: attribute = "", 2: quoted, 3: plain = "" }): Pair => {
    const value = quoted ?? plain;
    const end = object.index + index + member.length - (quoted === undefined ? 0 : 1);
    return { attribute, value: { text: value, start: end - value.length } };
  });
  return pairs.length > 1 && pairs.some(({ value }) => isMeasured(value.text))
    ? pairs.filter(({ value }) => value.text.trim() === value.text && value.text !== "")
    : [];
}

/** A text with its objects blanked out, so that offsets stay. */
export function withoutObjects(text: string): string {
  return text.replace(OBJECT, (object) => object.replace(/[^\n]/g, " "));
}
