import { mount } from "svelte";
import "./ui/tokens.css";
import App from "./App.svelte";
import { readSettings } from "./session/memory.ts";
import { Session } from "./session/session.svelte.ts";
import { loadWords } from "./words/load.ts";

const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");

const settings = readSettings(navigator.languages);
const session = new Session(url, settings, await loadWords(settings.language));
mount(App, { target, props: { session } });
session.start();

// Nothing is heard before the first click or key, and nothing fetched for it.
const first = new AbortController();
for (const gesture of ["pointerdown", "keydown"])
  addEventListener(
    gesture,
    () => {
      first.abort();
      void import("./ui/sounds.ts").then(({ playSounds }) => playSounds(session));
    },
    { signal: first.signal },
  );
