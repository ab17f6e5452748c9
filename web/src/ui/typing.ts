// Does a key go into a field? Then it is a letter there, and no action at the table.

/** Inputs that take no letters. */
const SILENT = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);

export function isTyping(target: EventTarget | null): boolean {
  const { tagName, type, isContentEditable } = (target ?? {}) as Partial<HTMLInputElement>;
  switch (tagName?.toUpperCase()) {
    case "INPUT":
      return !SILENT.has(type ?? "text");
    case "TEXTAREA":
    case "SELECT":
      return true;
    default:
      return isContentEditable === true;
  }
}
