"""The settings file: strict, and every error one line with the key's name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from renardiere.cli import BadInput
from renardiere.cli.folder import find
from renardiere.server.config import Limits
from renardiere.server.settings import EXAMPLE, BadSettings, LimitSettings, Settings, read


def settings(folder: Path, text: str) -> Settings:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


def test_the_example_shows_every_setting_with_its_default() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert msgspec.convert(tomllib.loads(text), Settings) == Settings()
    shown = msgspec.convert(tomllib.loads(re.sub(r"^#(?=\w)", "", text, flags=re.M)), Settings)
    assert shown.limits.limits() == Limits()
    assert msgspec.structs.replace(shown, limits=LimitSettings()) == Settings()
    keys = set(re.findall(r"^#(\w+) = ", text, re.M)) | set(re.findall(r"^# For example: (\w+) = ", text, re.M))
    nested = {"limits", "legal"}
    wanted = {*Settings.__struct_fields__, *LimitSettings.__struct_fields__, "fr", "en_file"} - nested
    assert keys == wanted
    example = re.sub(r"^# For example: (?=\w+ = )", "", text, flags=re.M)
    msgspec.convert(tomllib.loads(example), Settings)


def test_limits_that_are_set_are_the_houses(tmp_path: Path) -> None:
    given = settings(tmp_path, "[limits]\nmessages = [5, 10]\nunfinished_tables = 3\n")
    assert given.limits.limits() == Limits(messages=(5.0, 10.0), unfinished_tables=3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 80", "there is no setting 'prot'; did you mean 'port'?"),
        ("[limits]\nmesages = [1, 2]", "there is no setting 'limits.mesages'; did you mean 'messages'?"),
        ("zzz = 1", "there is no setting 'zzz'"),
        ("port = 'eighty'", "port: expected int, got str"),
        ("port = 70000", "port: expected int <= 65535"),
        ("port = true", "port: expected int, got bool"),
        ("lan = 1", "lan: expected bool, got int"),
        ("log_level = 'loud'", "log_level: invalid enum value 'loud'"),
        ("[limits]\nmessages = [1]", "limits.messages: expected array of length 2, got 1"),
        ("[limits]\nrequests = [0, 5]", "limits.requests[0]: expected float > 0.0"),
        ("[limits]\nconnections = 0", "limits.connections: expected int >= 1"),
        ("forget_after = 29", "forget_after: at least 30 days, or 0 for never, not 29"),
        ("forget_after = 'off'", "forget_after: expected int, got str"),
        ("limits = 5", "limits: expected object, got int"),
        ("public_url = 'fox.example'", "public_url: an address such as https://fox.example, not 'fox.example'"),
        ("public_url = 'https://fox.example/fox'", "public_url: an address such as https://fox.example"),
        ("public_url = 'https://me@fox.example'", "public_url: an address such as https://fox.example"),
        ("trusted_proxies = ['proxy']", "trusted_proxies: an address, or a network such as 10.0.0.0/8, not 'proxy'"),
        ("contact = 'call me'", "contact: an e-mail address, or the address of a page"),
        ("contact = 'javascript:alert(1)'", "contact: an e-mail address, or the address of a page"),
        ("[legal]\nfr = 'a'\nfr_file = 'b'", "legal.fr: either the text or legal.fr_file, not both"),
        ("[legal]\nen_file = 'none.txt'", "legal.en_file: "),
        ("[legal]\nde = 'Hallo'", "there is no setting 'legal.de'"),
        ("port = ", "Invalid value (at "),
        ("port = 1\nport = 2", "Cannot overwrite a value"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSettings) as error:
        settings(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'settings.toml'}: {said}")
    assert "\n" not in str(error.value)


def test_the_legal_notice_is_plain_text(tmp_path: Path) -> None:
    (tmp_path / "fr.txt").write_text("Éditrice : Alix\x07\r\n \r\n\r\n\r\n<b>Nantes</b>\n", encoding="utf-8")
    given = settings(tmp_path, "[legal]\nfr_file = 'fr.txt'\nen = '  '\n")
    assert given.notices(tmp_path) == {"fr": "Éditrice : Alix\n\n<b>Nantes</b>"}
    (tmp_path / "fr.txt").write_bytes(b"\xff")
    with pytest.raises(BadSettings, match="not UTF-8"):
        read(tmp_path / "settings.toml")
    with pytest.raises(BadSettings, match="at most 20000 characters"):
        settings(tmp_path, f"[legal]\nfr = '{'x' * 20_001}'")


# ---- where it is looked for --------------------------------------------------------------------------------------
def test_the_data_folder_may_have_settings(tmp_path: Path) -> None:
    assert find(None, tmp_path).settings == Settings()
    settings(tmp_path, "port = 80\ndata = '.'")
    found = find(None, tmp_path)
    assert (found.settings.port, found.data, found.beside) == (80, tmp_path, tmp_path)
    settings(tmp_path, "data = 'elsewhere'")
    with pytest.raises(BadInput, match="data: it lies in the data folder, and can't name another"):
        find(None, tmp_path)


def test_a_file_may_name_the_data_folder(tmp_path: Path) -> None:
    settings(tmp_path, "data = 'games'")
    assert find(tmp_path / "settings.toml", None).data == tmp_path / "games"
    assert find(tmp_path / "settings.toml", tmp_path / "mine").data == tmp_path / "mine"
    with pytest.raises(BadInput, match="No such file"):
        find(tmp_path / "none.toml", None)
