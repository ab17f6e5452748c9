import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { Room } from "./room/room.svelte.ts";

const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");

const room = new Room(url);
mount(App, { target, props: { room } });
room.start();
