/** What one may set at a table, beside the settings of this browser. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import TableSettingsDialog from "../../src/dialogs/TableSettingsDialog.svelte";
import type { View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, click, named, render, texts } from "../support/render";
import { can, seatView, view } from "../support/views";

const onrequest = vi.fn();
const onleave = vi.fn();

const show = (more: Partial<View>, problem = ""): void =>
  render(TableSettingsDialog, { view: view(more), problem, onrequest, onleave, onclose: () => undefined });

beforeEach(async () => {
  await loadLanguage("en");
  vi.clearAllMocks();
});

it("has only the settings of this browser for who may set nothing", () => {
  show({});
  expect(all("fieldset")).toHaveLength(4);
  expect(texts("dialog .body > button")).toEqual([]);
});

describe("one's hand", () => {
  it("is shown to spectators", () => {
    show({ can: can("show") });
    click(named(say("page.show_hand")));
    expect(onrequest).toHaveBeenCalledExactlyOnceWith({ type: "show", spectators: true });
  });

  it("is hidden again", () => {
    show({ can: can("show"), seats: [seatView("Ana", { shows_hand: true }), seatView("Ben")] });
    click(named(say("page.hide_hand")));
    expect(onrequest).toHaveBeenCalledExactlyOnceWith({ type: "show", spectators: false });
  });
});

describe("leaving", () => {
  it("says that a bot plays on, once a game has begun", () => {
    show({ can: can("leave") });
    expect(texts("p")).toContain(say("page.leave_note"));
    click(named(say("page.leave")));
    expect(onleave).toHaveBeenCalledOnce();
  });

  it("needs no such word before", () => {
    show({ phase: "waiting", can: can("leave") });
    expect(texts("p")).not.toContain(say("page.leave_note"));
  });
});

it("says why the last request was not done", () => {
  show({}, "Too much at once.");
  expect(texts("[role=alert]")).toEqual(["Too much at once."]);
});
