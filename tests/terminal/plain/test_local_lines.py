"""Playing at the terminal in plain lines, as a person would: typed at, interrupted, resized."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

import numba
import pytest

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.record import RecordWriter, read_record
from fivethreefive.state import Acted, Dealt, Round
from fivethreefive.terminal.text.console import Console
from support.command_process import (
    COMMAND,
    LONG,
    PROMPT,
    Terminal,
    environment,
    kept_games,
    legal_plays,
    plain,
    run,
    words,
)

ALWAYS_A = "a\n" * 3000


# A whole game


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_by_letters(language: str, tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--seed", "2", "--lang", language, typed=ALWAYS_A)
    assert (done.returncode, done.stderr) == (0, "")
    say = Catalogue.of(language).say
    assert say("play.sheet_round", round=1) in done.stdout
    (path,) = kept_games(tmp_path)
    command = f"fivethreefive replay {path.name} --lang {language}"
    assert done.stdout.endswith(f"{say('play.replay')}\n  {command}\n")
    assert not re.search(r"[{}]|\x1b", done.stdout)
    assert read_record(path).complete
    again = run(tmp_path, "replay", "--lang", language)
    assert again.returncode == 0
    assert say("play.sheet_round", round=1) in again.stdout


def test_a_whole_game_by_typing_what_is_shown(tmp_path: Path) -> None:
    line = words("play --seed 3 --players 3 --target 5 --name Dora --seat 1 --bots random,greedy")
    terminal = Terminal(tmp_path, *line, "--plain")
    while True:
        match = terminal.until_match(r"(play|next round) \(\? help\): |to stop: ")
        screen = plain(terminal.child.before)
        if "play" in match[0]:
            terminal.type(legal_plays(screen)[-2:][0])
        elif "next" in match[0]:
            assert "End of round" in screen
            terminal.type("")
        else:
            break
    terminal.type("")
    assert terminal.end()[1] == 0
    record = read_record(kept_games(tmp_path)[0])
    assert record.complete
    assert [seat.name for seat in record.header.seats] == ["Nimbus", "Dora", "Cirrus"]
    assert [seat.bot for seat in record.header.seats] == ["random", None, "greedy"]


def _play_to_the_end(terminal: Terminal) -> None:
    question = ""
    while "stop" not in question:
        question = terminal.until_match(r"\(\? help\): |to stop: ")[0]
        if "stop" not in question:
            terminal.type("a")


def test_between_rounds_help_says_what_can_be_typed_and_the_result_is_shown_again(tmp_path: Path) -> None:
    line = words("play --plain --seed 4 --players 2 --deal 3 --bots greedy")
    terminal = Terminal(tmp_path, *line)
    while "next" not in terminal.until_match(r"(play|next round) \(\? help\): ")[0]:
        terminal.type("a")
    for typed, answer in {"?": "Enter deals the next round", "show": "End of round 1"}.items():
        terminal.type(typed)
        terminal.until(answer)
        terminal.until("next round (? help): ")
    terminal.type("review")
    said = terminal.until("next round (? help): ")
    assert "Only a finished game can be reviewed" in said
    assert "Looking at every decision" not in said
    terminal.type("quit")
    assert terminal.end()[1] == 0
    again = Terminal(tmp_path, *words("play --plain --resume"))
    shown = again.until("next round (? help): ")
    assert "goes out: the round is over." in shown or "You go out: the round is over." in shown
    assert re.search(r"End of round 1\nPlayer .*\n1\. ", shown)
    again.type("quit")
    assert again.end()[1] == 0


def test_after_a_game_help_says_what_can_be_typed(tmp_path: Path) -> None:
    line = words("play --plain --seed 4 --players 2 --deal 3 --target 1 --bots greedy")
    terminal = Terminal(tmp_path, *line)
    _play_to_the_end(terminal)
    terminal.type("?")
    assert "review looks back at your decisions, again begins another game" in " ".join(
        terminal.until("to stop: ").split()
    )
    terminal.type("show")
    assert "reached 1 points" in terminal.until("to stop: ")
    terminal.type("")
    assert terminal.end()[1] == 0


def test_hints_during_a_game_and_what_comes_after_it(tmp_path: Path) -> None:
    """A hint in one's turn; at the end a review, another game, and Enter to stop."""
    line = words("play --plain --seed 4 --players 2 --deal 3 --target 1 --bots greedy --lang en")
    terminal = Terminal(tmp_path, *line)
    terminal.until(PROMPT)
    terminal.type("hint")
    terminal.until("Best: ")
    for answer in ("review", "again", ""):
        if answer != "again":
            _play_to_the_end(terminal)
        terminal.type(answer)
        if answer == "review":
            assert re.search(r"^You +\d", terminal.until("Largest mistakes"), re.MULTILINE)
            terminal.until("to stop: ")
    assert terminal.end()[1] == 0
    assert len(kept_games(tmp_path)) == 2
    assert all(read_record(path).complete for path in kept_games(tmp_path))


def test_in_spanish_salir_leads_and_terminar_ends(tmp_path: Path) -> None:
    position = ". 0 . . 1-2-9/4-5"
    done = run(tmp_path, "play", "--position", position, "--lang", "es", typed="salir\nsalir 1\nterminar\n")
    assert done.returncode == 0
    assert "salir 3-4" in done.stdout
    assert "Sales con 1." in done.stdout


def test_the_same_seed_and_plays_are_the_same_game(tmp_path: Path) -> None:
    line = ["play", "--seed", "5", "--target", "1"]
    # The last line names the file.
    first, again = (run(tmp_path, *line, typed=ALWAYS_A).stdout.splitlines()[:-1] for _ in range(2))
    assert first == again


def test_no_other_hand_is_ever_shown(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--seed", "8", typed=ALWAYS_A)
    game = read_record(kept_games(tmp_path)[0]).game
    lines = Console(Catalogue.of("en"))
    shown = set(re.findall(r"(?:rain|cloud|sun) .*", done.stdout))
    hidden: set[str] = set()
    for event in game.events:
        if isinstance(event, Dealt):
            round_ = Round(game.rules, event.hands, event.leader)
        elif isinstance(event, Acted):
            round_.apply(event.text)
            hidden |= {lines.hand(round_.hand(seat)) for seat in (1, 2, 3) if round_.hand(seat)}
    own = {lines.hand(event.hands[0]) for event in game.events if isinstance(event, Dealt)}
    assert own <= shown
    assert not {hand for hand in hidden if len(hand) > 14} & shown


def test_bots_can_be_watched(tmp_path: Path) -> None:
    line = words("play --all-bots --seed 1 --players 2 --bots greedy,random --target 5")
    done = run(tmp_path, *line)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Nimbus (Easy bot) and Cirrus (random) play 535.\n")
    assert "rain" not in done.stdout
    assert read_record(kept_games(tmp_path)[0]).complete


@pytest.mark.parametrize(("bot", "text"), [("expert", "Expert bot"), ("search:3000", "Expert bot")])
def test_a_bot_goes_by_the_name_of_its_level(bot: str, text: str, tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--plain", "--players", "2", "--bots", bot, "--position", ". 1 . . 1-2/3")
    assert f"You play 535 with Nimbus ({text}).\n" in done.stdout


def test_several_bots_say_how_many_play(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--bots", "random,greedy")
    assert "You play 535 with Nimbus (random) and Cirrus (Easy bot).\n" in done.stdout


def test_the_game_of_two_hands(tmp_path: Path) -> None:
    line = words("play --players 2 --format two_hands --seed 1")
    done = run(tmp_path, *line, typed=ALWAYS_A)
    assert "The game is two rounds" in done.stdout
    assert done.stdout.count("End of round") == 2


# What is asked and answered


def test_commands_and_refusals(tmp_path: Path) -> None:
    position = "3-4 0 1 . 1-2-5-8/1-9/2-9/3-9"
    typed = "?\nrules\nundo\n\n>4-5\n9-9\n+2-3\nzz\nhello\n1 2\n+\nquit\n"
    done = run(tmp_path, "play", "--position", position, typed=typed)
    out = " ".join(done.stdout.split())
    for part in (
        "3-4, run of 2, by Nimbus",
        "May follow: a LOWER run of 2, or added cards",
        "rain 1 2 5, cloud 8",
        "Plays: a) Overwrite with 1-2",
        "f) Add 1, 2 and 5: 1-2-3-4-5 (ends the trick)",
        "Overwrite it with a LOWER run (with runs the lower is stronger): 1-2, 2-3",
        "Five in a run end the trick, and you lead the next: Add 1, 2 and 5.",
        "535 for 4 players",
        "There is no undo",
        "You cannot play 4-5: missing from your hand: 4 (R10).",
        "You cannot play 9-9: missing from your hand: 9-9 (R10, R11).",
        "You cannot play 2-3: missing from your hand: 3 (R11).",
        "There is no play zz: the last one is g.",
        '"hello" cannot be read as cards',
        "1-2 can overwrite or be added: a) Overwrite with 1-2 or d) Add 1 and 2?",
        "You add 1 and 2 to make 1-2-3-4.",
        "A game from a position is not kept.",
    ):
        assert part in out
    assert done.stdout.count("On the table:") == 3, "at first, after Enter, and the next turn"
    assert kept_games(tmp_path) == []


def test_a_trick_ends_with_the_reason_in_words(tmp_path: Path) -> None:
    for position, typed, reason in (
        ("2-3-4 0 1 . 1-5-9/1/2/3", "+1-5", "Fifth of the run - you lead."),
        ("3 0 1 . 3-3-3-9/1/2/4", "+3-3-3", "Last card of the set - you lead."),
        ("9 0 1 . 8-9/1/2/3", "+8", "Rule of 8 - you lead."),
        ("15 0 1 2,3 1-9/1/2/3", "pass", "All others have passed - Nimbus leads."),
        (". 0 . . 9/1/2/3", "9", "You go out: the round is over."),
    ):
        done = run(tmp_path, "play", "--position", position, typed=f"{typed}\n")
        assert reason in done.stdout


def test_a_position_with_unseen_hands_is_dealt_from_the_seed(tmp_path: Path) -> None:
    line = ["play", "--position", ". 1 . . ?5/1-2-8/?7", "--seed", "4"]
    first, again = (run(tmp_path, *line, typed=ALWAYS_A) for _ in range(2))
    assert first.stdout == again.stdout
    assert "Cards left:   You 3, Cirrus 7, Nimbus 5" in first.stdout
    assert "End of round" in first.stdout


# Leaving, and coming back


def first_hand(screen: str) -> str:
    match = re.search(r"Your hand:.*", screen)
    assert match
    return match[0]


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain", "--seed", "3")
    screen = terminal.until(PROMPT)
    terminal.child.sendintr()
    rest, code = terminal.end()
    assert code == 130
    (path,) = kept_games(tmp_path)
    command = f"fivethreefive play --resume {path.name}"
    assert " ".join(rest.split()) == f"^C This game is kept. Go on with: {command}"
    again = run(tmp_path, "play", "--resume")
    assert first_hand(again.stdout) == first_hand(screen)


def test_the_end_of_input_keeps_the_game(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--seed", "5", typed="a\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Go on with:\n  fivethreefive play --resume {kept_games(tmp_path)[0].name}\n" in done.stdout
    before = done.stdout[done.stdout.rindex("On the table") :].split("\nYour play")[0]
    again = run(tmp_path, "play", "--resume", typed=ALWAYS_A)
    assert before in again.stdout
    assert again.returncode == 0
    assert read_record(kept_games(tmp_path)[0]).complete
    assert run(tmp_path, "play", "--resume").returncode == 2, "nothing is left to go on with"


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain", "--seed", "7")
    terminal.until(PROMPT)
    terminal.type("a")
    screen = terminal.until(PROMPT)
    terminal.child.kill(signal.SIGKILL)
    assert terminal.end()[1] == -signal.SIGKILL
    again = run(tmp_path, "play", "--resume")
    assert first_hand(again.stdout) == first_hand(screen)
    table = screen[screen.rindex("On the table") :].split("\nYour play")[0]
    assert table in again.stdout


def test_coming_back_tells_the_trick_under_way(tmp_path: Path) -> None:
    run(tmp_path, "play", "--seed", "5", typed="")
    again = run(tmp_path, "play", "--resume").stdout
    assert "Round 1\nCirrus leads 13-14-15.\nZephyr overwrites with 11-12-13.\n\nOn the table" in again


def test_a_game_in_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "our games.jsonl"
    done = run(tmp_path, "play", "--save", str(path), typed="a\n")
    assert done.stdout.endswith(f"\n  fivethreefive play --resume '{path}'\n")
    assert kept_games(tmp_path) == []
    again = run(tmp_path, "play", "--resume", str(path), typed=ALWAYS_A)
    assert again.stdout.endswith(f"\n  fivethreefive replay '{path}'\n")
    over = run(tmp_path, "play", "--resume", str(path))
    assert (over.returncode, over.stderr.count("\n")) == (2, 1)
    assert "is over" in over.stderr


def test_a_game_that_is_being_played_is_not_played_twice(tmp_path: Path) -> None:
    run(tmp_path, "play", typed="")
    record, writer = RecordWriter.resume(kept_games(tmp_path)[0])
    with writer:
        assert not record.complete
        done = run(tmp_path, "play", "--resume")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    done = run(tmp_path, "play")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"cannot keep games in {tmp_path}/data/fivethreefive/games" in done.stderr
    assert "--save FILE" in done.stderr


def test_nobody_reads_on(tmp_path: Path) -> None:
    command = f"yes a | {' '.join(COMMAND)} play --seed 1; echo ${{PIPESTATUS[1]}} >&2"
    done = subprocess.run(
        ["bash", "-c", f"({command}) | head -1"],
        env=environment(tmp_path), capture_output=True, text=True, timeout=LONG, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("You play 535")
    assert "Traceback" not in done.stderr
    assert done.stderr.split()[-1] == "141"
    assert run(tmp_path, "play", "--resume").returncode == 0, "what was played is kept"


# Languages


def test_the_language_of_the_environment(tmp_path: Path) -> None:
    assert run(tmp_path, "play", LANG="nl_NL.UTF-8").stdout.startswith("Je speelt 535 met")
    assert run(tmp_path, "play", LC_ALL="es_ES.UTF-8").stdout.startswith("Juegas a 535 con")
    ascii_only = run(tmp_path, "play", "--lang", "es", PYTHONIOENCODING="ascii")
    assert (ascii_only.returncode, ascii_only.stderr) == (0, "")


def test_a_person_is_told_that_the_engine_is_compiled(tmp_path: Path) -> None:
    line = words("play --plain --all-bots --bots heuristic --pace 0 --position")
    for told in (not numba.config.DISABLE_JIT, False):
        terminal = Terminal(
            tmp_path, *line, "3-4 1 0 . 1-1-8/2-3-5", changes={"NUMBA_CACHE_DIR": str(tmp_path)}
        )
        seen, code = terminal.end()
        assert (seen.count("Compiling the rules"), code) == (told, 0)


@pytest.mark.parametrize(("language", "word"), [("en", "Pass"), ("es", "Pasar"), ("nl", "Passen")])
def test_the_list_says_pass_as_it_can_be_typed(tmp_path: Path, language: str, word: str) -> None:
    line = ["play", "--position", "3-4 1 0 . 1-1-8/2-3-5", "--seat", "1", "--bots", "greedy"]
    shown = run(tmp_path, *line, "--lang", language, typed=f"{word}\n").stdout
    assert re.search(rf"\b[a-z]\) {word}$", shown, re.MULTILINE)
    assert Catalogue.of(language).say("play.deed_pass_you") in shown
