// Which screen the address names. The part after # alone, so that the room serves one page.

export type Route = { screen: "home" } | { screen: "lobby" } | { screen: "table"; table: string };

export function readRoute(hash: string): Route {
  const [, screen, table] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  if (screen === "tables" && table === undefined) return { screen: "lobby" };
  if (screen === "table" && table !== undefined) {
    try {
      return { screen: "table", table: decodeURIComponent(table) };
    } catch {
      return { screen: "home" };
    }
  }
  return { screen: "home" };
}

export function routeText(route: Route): string {
  switch (route.screen) {
    case "home":
      return "#/";
    case "lobby":
      return "#/tables";
    case "table":
      return `#/table/${encodeURIComponent(route.table)}`;
  }
}
