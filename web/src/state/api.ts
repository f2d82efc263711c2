/** The requests over plain HTTP. A refusal carries the server's sentence; no answer at all is "offline". */
import type { Config, Create, Created, Problem, Replay, Review, ReviewGoesOn, Summary } from "../protocol";
import { tokenOf } from "./seatTokens";
import { settings } from "./settings.svelte";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    sentence: string,
    /** The rule that was broken, where one was. */
    readonly rule = "",
  ) {
    super(sentence);
  }
}

type Options = RequestInit & { headers?: Record<string, string> };

async function fetchJson<T>(path: string, options: Options = {}): Promise<T> {
  const response = await fetchOk(path, options);
  return (await response.json()) as T;
}

async function fetchOk(path: string, options: Options = {}): Promise<Response> {
  let response: Response;
  try {
    // A refusal is to speak the language of the page, which need not be the browser's.
    const headers = { ...options.headers, ...seatHeader(path), "accept-language": settings.language };
    response = await fetch(path, { ...options, headers });
  } catch {
    throw new Refusal("offline", 0, "");
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.code ?? "", response.status, problem?.sentence ?? "", problem?.rule);
}

/** Who holds a seat at a table says so: others at the same address may have asked too much. */
function seatHeader(path: string): Record<string, string> {
  const code = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];
  const token = code === undefined ? null : tokenOf(decodeURIComponent(code));
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

const post = (body: string | Blob, type: string): Options => ({
  method: "POST",
  headers: { "content-type": type },
  body,
});

let config: Promise<Config> | undefined;

/** What can be chosen at this server; asked once. */
export function getConfig(): Promise<Config> {
  config ??= fetchJson<Config>("/api/config").catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

export const createTable = (body: Create): Promise<Created> =>
  fetchJson("/api/tables", post(JSON.stringify(body), "application/json"));

export const getSummary = (code: string): Promise<Summary> =>
  fetchJson(`/api/tables/${encodeURIComponent(code)}`);

const gameQuery = (game: number | null): string => (game === null ? "" : `?game=${game}`);

/** The record of a finished game, the table's last one unless named. */
export const recordPath = (code: string, game: number | null): string =>
  `/api/tables/${encodeURIComponent(code)}/record${gameQuery(game)}`;

/** The same game with the secrets of its deals. */
export const fairPath = (code: string, game: number | null): string =>
  `/api/tables/${encodeURIComponent(code)}/fair${gameQuery(game)}`;

/** How long to wait before a review is asked for again. */
const REVIEW_MS = 700;

/** A finished game looked at decision by decision; asked for again until it is worked out. */
export async function getReview(
  code: string,
  game: number | null,
  onprogress: (progress: ReviewGoesOn) => void,
  signal: AbortSignal,
): Promise<Review> {
  const path = `/api/tables/${encodeURIComponent(code)}/review${gameQuery(game)}`;
  for (;;) {
    const response = await fetchOk(path, { signal });
    if (response.status !== 202) return (await response.json()) as Review;
    onprogress((await response.json()) as ReviewGoesOn);
    await new Promise((resolve) => setTimeout(resolve, REVIEW_MS));
  }
}

export const getText = async (path: string): Promise<string> => (await fetchOk(path)).text();
export const getFile = async (path: string): Promise<Blob> => (await fetchOk(path)).blob();

/** A record read by the server, step by step: its last game unless one is named. */
export const readReplay = (record: Blob, game: number | null = null): Promise<Replay> =>
  fetchJson(`/api/replay${gameQuery(game)}`, post(record, "application/octet-stream"));
