/** The requests over plain HTTP. A refusal carries the server's sentence; no answer at all is "offline". */
import type { Config, Create, Created, Problem, Summary } from "../protocol";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await answer(path, init);
  return (await response.json()) as T;
}

async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal("offline", 0, "");
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.code ?? "", response.status, problem?.sentence ?? "");
}

function post(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

let config: Promise<Config> | undefined;

/** What can be chosen at this server; asked once. */
export function getConfig(): Promise<Config> {
  config ??= ask<Config>("/api/config").catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

export const createTable = (body: Create): Promise<Created> => ask("/api/tables", post(body));

export const getSummary = (code: string): Promise<Summary> =>
  ask(`/api/tables/${encodeURIComponent(code)}`);

export const recordPath = (code: string, game: number): string =>
  `/api/tables/${encodeURIComponent(code)}/record?game=${game}`;

/** The same game with the secrets of its deals. */
export const fairPath = (code: string, game: number): string =>
  `/api/tables/${encodeURIComponent(code)}/fair?game=${game}`;

export const getText = async (path: string): Promise<string> => (await answer(path)).text();
