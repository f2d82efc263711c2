/** Hand something on: by what the device has for that, or else by copying it. */

interface Shared {
  text?: string;
  url: string;
}

/** Whether it was copied, and the person has to be told so; else the device has shown what it did. */
export async function share(shared: Shared): Promise<boolean> {
  if (navigator.share) {
    await navigator.share({ title: "535", ...shared }).catch(() => undefined); // Shared, or not after all.
    return false;
  }
  return copy([shared.text, shared.url].filter(Boolean).join("\n"));
}

async function copy(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return copyTheOldWay(words); // In a local network, without https, there is no other.
  }
}

/** By selecting it in a field; where a dialog is open, nothing outside of that can be selected. */
function copyTheOldWay(words: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.value = words;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.focus();
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
