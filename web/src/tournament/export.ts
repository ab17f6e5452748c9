// The standings as a file: the room writes it, the page only saves it.
import type { ToClient } from "../protocol.ts";

const types = { csv: "text/csv;charset=utf-8", json: "application/json" } as const;

export function saveExport({ tournament, format, text }: Extract<ToClient, { type: "export" }>): void {
  const url = URL.createObjectURL(new Blob([text], { type: types[format] }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${tournament}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
