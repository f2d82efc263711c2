import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { interceptLinks } from "./state/route.svelte";
import { settings } from "./state/settings.svelte";
import { loadLanguage } from "./state/catalogue.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");

interceptLinks();
await loadLanguage(settings.language);
mount(App, { target });

// Keeps the page itself at hand, so that without a network it can say so.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => undefined); // A browser that keeps nothing plays too.
}
