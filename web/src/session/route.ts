// Which screen the address names.

export type Route =
  | { screen: "home" }
  | { screen: "lobby" }
  | { screen: "people" }
  | { screen: "table"; table: string }
  | { screen: "tournament"; tournament: string }
  | { screen: "newTournament" }
  /** The form of a tournament nobody has entered yet. */
  | { screen: "setup"; tournament: string }
  | { screen: "hands" }
  | { screen: "statistics" }
  /** One of one's own hands; `last` is the latest at the table. */
  | { screen: "hand"; table: string; hand: string }
  | { screen: "shared"; link: string }
  | { screen: "directors" }
  | { screen: "director"; evening: string }
  | { screen: "screen"; secret: string };

/** Reads a path; also the part after # that links of an older page had. */
export function readRoute(path: string, hash = ""): Route {
  const place = hash.startsWith("#/") ? hash.slice(1) : path;
  const [, of, hand] = /^\/hand\/([a-z0-9-]+)\/([0-9]+|last)\/?$/.exec(place) ?? [];
  if (of !== undefined && hand !== undefined) return { screen: "hand", table: of, hand };
  const [, screen, table] = /^\/([a-z]+)(?:\/([^/]+))?\/?$/.exec(place) ?? [];
  if (screen === "hands" && table === undefined) return { screen: "hands" };
  if (screen === "shared" && table !== undefined && /^[0-9a-f]+$/.test(table)) return { screen: "shared", link: table };
  if (screen === "tables" && table === undefined) return { screen: "lobby" };
  if (screen === "statistics" && table === undefined) return { screen: "statistics" };
  if (screen === "people" && table === undefined) return { screen: "people" };
  if (screen === "tournaments" && table === "new") return { screen: "newTournament" };
  if (screen === "director" && table === undefined) return { screen: "directors" };
  if (table !== undefined && ["table", "tournament", "setup", "director", "screen"].includes(screen ?? "")) {
    try {
      const name = decodeURIComponent(table);
      switch (screen) {
        case "table":
          return { screen, table: name };
        case "setup":
        case "tournament":
          return { screen, tournament: name };
        case "director":
          return { screen, evening: name };
        case "screen":
          return { screen, secret: name };
      }
    } catch {
      return { screen: "home" };
    }
  }
  return { screen: "home" };
}

export function routePath(route: Route): string {
  switch (route.screen) {
    case "home":
      return "/";
    case "lobby":
      return "/tables";
    case "people":
      return "/people";
    case "table":
      return `/table/${encodeURIComponent(route.table)}`;
    case "tournament":
      return `/tournament/${encodeURIComponent(route.tournament)}`;
    case "newTournament":
      return "/tournaments/new";
    case "setup":
      return `/setup/${encodeURIComponent(route.tournament)}`;
    case "hands":
      return "/hands";
    case "statistics":
      return "/statistics";
    case "hand":
      return `/hand/${encodeURIComponent(route.table)}/${encodeURIComponent(route.hand)}`;
    case "shared":
      return `/shared/${encodeURIComponent(route.link)}`;
    case "directors":
      return "/director";
    case "director":
      return `/director/${encodeURIComponent(route.evening)}`;
    case "screen":
      return `/screen/${encodeURIComponent(route.secret)}`;
  }
}

/** The way inside the page that a click on a link means; nothing when the browser should follow it. */
export function clickedRoute(event: MouseEvent): Route | null {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return null;
  return readRoute(link.pathname);
}
