// Keeps the page and what it has loaded, so that it opens without a network and can say that there is
// none. Names of files in /assets/ change with their content; what the server answers is never kept.
const KEPT = "page-1";

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(KEPT).then((cache) => cache.add("/")));
    self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    if (event.request.mode === "navigate" && !url.pathname.startsWith("/api/")) {
        event.respondWith(
            fetch(event.request)
                .then((response) => keepPage(response))
                .catch(() => caches.match("/")),
        );
    } else if (url.pathname.startsWith("/assets/")) {
        event.respondWith(caches.match(event.request).then((kept) => kept ?? fetchAndKeep(event.request)));
    }
});

/** The newest page replaces the kept one, and the files of the one before it are let go. */
async function keepPage(response) {
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !type.startsWith("text/html")) return response;
    const cache = await caches.open(KEPT);
    const before = await cache.match("/");
    const [old, now] = [before && (await before.text()), await response.clone().text()];
    if (old !== now) {
        for (const request of await cache.keys()) await cache.delete(request);
        await cache.put("/", response.clone());
    }
    return response;
}

async function fetchAndKeep(request) {
    const response = await fetch(request);
    if (response.ok) (await caches.open(KEPT)).put(request, response.clone());
    return response;
}
