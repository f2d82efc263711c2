/** Which page the address names. Links are ordinary; only their clicks are kept inside the page. */

/** An action of a round, both from 1. */
export interface Decision {
  round: number;
  action: number;
}

export type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "rules" }
  | { page: "lesson" }
  | { page: "review"; code: string; game: number | null; seat: number | null }
  | {
      page: "replay";
      code: string | null;
      game: number | null;
      decision: Decision | null;
      /** Of all steps of the game, from 1; it goes before the decision. */
      step: number | null;
    }
  | { page: "not_found" };

export function parseRoute(path: string, query = ""): Route {
  const parts = path.split("/").filter(Boolean);
  const [first, second, third] = parts;
  const asked = new URLSearchParams(query);
  const number = (name: string, least = 1): number | null => {
    const found = Number(asked.get(name) ?? NaN);
    return Number.isInteger(found) && found >= least ? found : null;
  };
  if (first === undefined) return { page: "home" };
  if (first === "t" && second && third === "review" && parts.length === 3) {
    const seat = number("seat", 0);
    return { page: "review", code: second.toUpperCase(), game: number("game"), seat };
  }
  if (parts.length > 2) return { page: "not_found" };
  if (first === "t" && second) return { page: "table", code: second.toUpperCase() };
  if (first === "replay") {
    const [round, action] = [number("round"), number("action")];
    const decision = round && action ? { round, action } : null;
    return { page: "replay", code: second?.toUpperCase() ?? null, game: number("game"), decision, step: number("step") };
  }
  if (second === undefined && (first === "rules" || first === "lesson")) return { page: first };
  return { page: "not_found" };
}

/** The review of a game, with the mistakes of a seat where one is named. */
export function reviewPath(code: string, game: number, seat: number | null): string {
  return `/t/${code}/review?game=${game}${seat === null ? "" : `&seat=${seat}`}`;
}

/** The replay of a game, from before a decision where one is named. */
export function replayPath(code: string, game: number, decision: Decision | null = null): string {
  return `/replay/${code}?game=${game}${decision ? `&round=${decision.round}&action=${decision.action}` : ""}`;
}

/** The address of this replay at a step, which counts from 1. */
export function stepAddress(step: number): string {
  const address = new URL(location.href);
  for (const name of ["round", "action"]) address.searchParams.delete(name);
  address.searchParams.set("step", String(step));
  return address.href;
}

/** Keep the step in the address: who loads the page again is where they were. Nothing else changes. */
export function keepStep(step: number): void {
  history.replaceState(history.state, "", stepAddress(step));
}

const currentRoute = (): Route => parseRoute(location.pathname, location.search);

export const route: { current: Route } = $state({ current: currentRoute() });

export function navigate(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  route.current = currentRoute();
  scrollTo(0, 0);
}

/** Keep the clicks on links inside the page; what is given back ends that. */
export function interceptLinks(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  addEventListener("popstate", showCurrent, { signal });
  addEventListener("click", onclick, { signal });
  return () => listeners.abort();
}

function showCurrent(): void {
  route.current = currentRoute();
}

function onclick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  const plain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}
