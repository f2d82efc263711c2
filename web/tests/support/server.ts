/** A server over plain HTTP whose answers the test gives, by path; whatever else is asked is not found. */
import { vi } from "vitest";

export type Answer = object | { status: number; body: object };

export function answerWith(answers: Record<string, Answer>): { path: string; body: unknown }[] {
  const requests: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : init.body;
    requests.push({ path, body });
    const found = answers[path] ?? { status: 404, body: { code: "no_such_table", rule: "", sentence: "None." } };
    const [status, answer] = "status" in found ? [found.status, (found as { body: object }).body] : [200, found];
    return Promise.resolve(new Response(JSON.stringify(answer), { status: status as number }));
  });
  return requests;
}

export const CONFIG = {
  protocol: 1,
  levels: ["easy", "medium"],
  phrases: ["hello", "thanks"],
  clocks: { none: null, relaxed: 60_000, quick: 15_000 },
  paces: {},
  longest_name: 20,
  longest_say: 200,
  longest_record: 2048,
};
