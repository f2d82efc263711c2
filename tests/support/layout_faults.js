// What is wrong with the layout of the page as it stands; `allowed` may be cut.
(allowed) => {
  const found = [];
  const TOLERANCE = 3;
  const dialogs = document.querySelectorAll("dialog[open]");
  const scope = dialogs.length ? dialogs[dialogs.length - 1] : document.body;
  const what = (node) => `${node.tagName.toLowerCase()}.${node.className?.baseVal ?? node.className} ` +
    `"${(node.innerText ?? node.value ?? "").slice(0, 40)}"`;
  const style = (node) => getComputedStyle(node);

  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);

  // What is left of a box within all that clips it; nothing where it cannot be seen.
  function visible(node, rect) {
    let { left, top, right, bottom } = rect;
    for (let around = node; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = style(around);
      const clip = around.getBoundingClientRect();
      if (overflowX !== "visible") { left = Math.max(left, clip.left); right = Math.min(right, clip.right); }
      if (overflowY !== "visible") { top = Math.max(top, clip.top); bottom = Math.min(bottom, clip.bottom); }
      if (position === "fixed") break;
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  }

  // The nearest thing around a text that has an edge to be seen.
  function framed(node) {
    for (let around = node; around && around !== document.body; around = around.parentElement) {
      const { borderLeftWidth, borderRightWidth, position } = style(around);
      if (parseFloat(borderLeftWidth) && parseFloat(borderRightWidth)) return around;
      if (position === "absolute" || position === "fixed") return null;
    }
    return null;
  }

  const leaves = [];
  for (const node of scope.querySelectorAll("*")) {
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (node.closest(".visually-hidden, .meld, [data-card], defs, symbol")) continue;
    if (node.closest("svg") && node.tagName !== "svg" && node.tagName !== "text") continue;
    const { overflowX } = style(node);
    if (overflowX !== "visible" && node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0
        && !node.matches(allowed) && !["INPUT", "SELECT"].includes(node.tagName))
      found.push(`${overflowX === "hidden" || overflowX === "clip" ? "cut" : "scrolls sideways"}: ${what(node)}`);

    const control = node.matches("button, a, input, select, summary");
    const texts = [...node.childNodes].filter((child) => child.nodeType === 3 && child.data.trim());
    if (!control && !texts.length && !node.matches("svg[role=img]")) continue;
    let rects;
    if (control || node.matches("svg")) rects = [node.getBoundingClientRect()];
    else rects = texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    rects = rects.map((rect) => visible(node, rect)).filter(Boolean);
    for (const rect of rects) if (rect.left < -1 || rect.right > innerWidth + 1) {
      found.push(`beside the page: ${what(node)}`);
      break;
    }
    const frame = control || node.matches("svg") ? null : framed(node);
    const edge = frame?.getBoundingClientRect();
    if (edge && rects.some(({ left, right }) => left < edge.left - 1 || right > edge.right + 1))
      found.push(`beside its frame: ${what(node)} in ${what(frame)}`);
    leaves.push({ node, rects });
  }

  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOLERANCE;
  for (const [index, one] of leaves.entries()) for (const other of leaves.slice(index + 1)) {
    if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
    if (one.node.parentElement === other.node.parentElement && one.node.matches("input[type=radio]")) continue;
    if (one.rects.some((a) => other.rects.some((b) => over(a, b))))
      found.push(`overlap: ${what(one.node)} and ${what(other.node)}`);
  }
  return found;
}
