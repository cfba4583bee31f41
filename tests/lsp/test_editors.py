"""Editors with the settings of docs/editors.md, word for word."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from terminals import read_terminal

pytest.importorskip("pygls")

PAGE = (Path(__file__).parents[2] / "docs" / "editors.md").read_text("utf-8")
TIMEOUT = 300  # seconds
QUOTED = """\
From: alice@test-host.org
To: bob@test-host.org
Date: Mon, 1 Mar 2004 10:00:00 +0000
Content-Transfer-Encoding: quoted-printable

see http://www.a.test-host.org/x=3Db|c and http://www.a.test-host.org/100=
%25 there
"""
NOTES = "see http://www.a.test-host.org/b|c and <URL:http://www.a.test-host.org/north-\nbank> there\n"
FIXED = "see http://www.a.test-host.org/b%7Cc and <URL:http://www.a.test-host.org\n/north-bank> there\n"


def block(language):
    """The only block of the page in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return found


@pytest.fixture
def folder(tree):
    """A project, with a command `urlmend` for the PATH in `bin`."""
    found = tree({"notes.txt": NOTES, "quoted.eml": QUOTED, "pyproject.toml": "", "bin/urlmend": ""})
    subprocess.run(["git", "init", "-q"], cwd=found, check=True)  # Eglot watches the folders of a project
    script = f'#!/bin/sh\nexec "{sys.executable}" -m urlmend "$@"\n'
    (found / "bin" / "urlmend").write_text(script)
    (found / "bin" / "urlmend").chmod(0o755)
    return found


def environment(folder):
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state")}
    path = os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])
    source = os.environ.get("PYTHONPATH", "")
    return {**os.environ, **home, "PATH": path, "PYTHONPATH": source, "TERM": "dumb"}


def drive(folder, command):
    """Run an editor whose script writes its results as JSON."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    results = folder / "results.json"
    assert results.exists(), done.stdout + done.stderr
    return json.loads(results.read_text("utf-8"))


def check(results, folder, urlmend):
    """Compare what an editor shows with the command line."""
    rows = json.loads(urlmend("lint", ".", "--format", "json", "--exit-zero", cwd=folder).out)
    for key, name in (("mail", "quoted.eml"), ("notes", "notes.txt")):
        assert results[key] == [
            f"{row['line']}:{row['column']} {row['code']}" for row in rows if row["file"].endswith(name)
        ]
    assert results["titles"][0] == "URL205: Encode '|' as %7C"
    assert results["encoded"] == NOTES.replace("|", "%7C")
    assert results["fixed"] == FIXED
    assert "http://www.a.test-host.org/north-bank" in results["targets"]
    assert "URL106" in results["hover"]
    assert "break-after-hyphen" in results["hover"]
    assert results["after settings"] == results["notes"][1:]


def neovim():
    path = shutil.which("nvim")
    if not path:
        return None
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"v(\d+)\.(\d+)", version)
    return path if found and (int(found[1]), int(found[2])) >= (0, 11) else None


NEOVIM = """
local results = {}
local function wait(condition)
  if not vim.wait(100000, condition, 20) then error("timeout: " .. debug.traceback()) end
end
local function shown()
  local found = {}
  for _, item in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, string.format("%d:%d %s", item.lnum + 1, item.col + 1, item.code))
  end
  return found
end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\\n") .. "\\n" end
local function client() return vim.lsp.get_clients({ name = "urlmend" })[1] end
local function ask(method, params)
  return client():request_sync(method, params, 100000, 0).result
end
local function here() return { textDocument = vim.lsp.util.make_text_document_params() } end

local function main()
  vim.cmd.edit("quoted.eml")
  wait(function() return #shown() > 0 end)
  results.mail = shown()
  vim.cmd.edit("notes.txt")
  wait(function() return #shown() == 2 end)
  results.notes = shown()
  local drawn = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true })) do
    for _, piece in ipairs(mark[4].virt_text or {}) do table.insert(drawn, piece[1]) end
  end
  results.virtual = table.concat(drawn)
  results.page = vim.diagnostic.get(0)[1].user_data.lsp.codeDescription.href
  vim.api.nvim_win_set_cursor(0, { 1, 6 })
  local params = vim.lsp.util.make_range_params(0, "utf-16")
  params.context = { diagnostics = {}, only = { "quickfix" } }
  results.titles = vim.tbl_map(function(action) return action.title end, ask("textDocument/codeAction", params))
  results.targets = vim.tbl_map(function(link) return link.target end, ask("textDocument/documentLink", here()))
  vim.api.nvim_win_set_cursor(0, { 1, 50 })
  results.hover = ask("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16")).contents.value
  vim.api.nvim_win_set_cursor(0, { 1, 6 })
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title:match("^URL205: Encode") end })
  wait(function() return text():find("%%7C") end)
  results.encoded = text()
  vim.lsp.buf.code_action({ apply = true, context = { only = { "source.fixAll" }, diagnostics = {} } })
  wait(function() return not text():find("north%-\\n") end)
  results.fixed = text()
  vim.cmd("edit!")
  wait(function() return #shown() == 2 end)
  client():notify("workspace/didChangeConfiguration", { settings = { urlmend = { ignore = { "URL205" } } } })
  wait(function() return #shown() == 1 end)
  results["after settings"] = shown()
end
local done, message = pcall(main)
if not done then results.error = tostring(message) end
local file = io.open("results.json", "w")
file:write(vim.json.encode(results))
file:close()
vim.cmd("qall!")
"""


@pytest.mark.skipif(neovim() is None, reason="Neovim 0.11 or later is not installed")
def test_neovim(folder, urlmend):
    (folder / "init.lua").write_text(block("lua"))
    (folder / "script.lua").write_text(NEOVIM)
    results = drive(folder, [neovim(), "--headless", "-u", "init.lua", "-c", "luafile script.lua"])
    assert "error" not in results, results
    check(results, folder, urlmend)
    assert "line break after hyphen" in results["virtual"]
    assert results["page"].endswith("/URL205.md")


EMACS = r"""
(package-initialize)
(load (expand-file-name "init.el") nil t)
(setq eglot-sync-connect 100 eglot-connect-timeout 100 eglot-confirm-server-initiated-edits nil
      eglot-send-changes-idle-time 0 make-backup-files nil create-lockfiles nil enable-local-variables :safe)
(require 'json)
(defvar results nil)
(defun keep (key value) (push (cons key value) results))
(defun wait (condition)
  (let ((end (+ (float-time) 100)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "timeout: %S" condition))
      (accept-process-output nil 0.05)
      (read-event nil nil 0.01))))  ; for notifications of changed files
(defun shown ()
  (flymake-start)
  (vconcat
   (mapcar (lambda (found)
             (save-excursion
               (goto-char (flymake-diagnostic-beg found))
               (format "%d:%d %s" (line-number-at-pos) (1+ (current-column))
                       (and (string-match "URL[0-9]+" (flymake-diagnostic-text found))
                            (match-string 0 (flymake-diagnostic-text found))))))
           (sort (flymake-diagnostics)
                 (lambda (one other) (< (flymake-diagnostic-beg one) (flymake-diagnostic-beg other)))))))
(defun open-file (name)
  (find-file name)
  (run-hooks 'post-command-hook)  ; as after a command
  (wait (lambda () eglot--managed-mode)))
(defun ask (method params)
  (jsonrpc-request (eglot--current-server-or-lose) method params :timeout 100))
(defun actions (kind)
  (ask :textDocument/codeAction
       (list :textDocument (eglot--TextDocumentIdentifier)
             :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
             :context (list :diagnostics [] :only (vector kind)))))
(defun apply-first (kind)
  (eglot--apply-workspace-edit (plist-get (aref (actions kind) 0) :edit))
  (eglot--signal-textDocument/didChange))
(condition-case problem
    (progn
      (open-file "quoted.eml")
      (wait (lambda () (> (length (shown)) 0)))
      (keep 'mail (shown))
      (open-file "notes.txt")
      (wait (lambda () (= (length (shown)) 2)))
      (keep 'notes (shown))
      (goto-char 7)
      (keep 'titles (vconcat (mapcar (lambda (action) (plist-get action :title)) (actions "quickfix"))))
      (keep 'targets (vconcat (mapcar (lambda (link) (plist-get link :target))
                                      (ask :textDocument/documentLink
                                           (list :textDocument (eglot--TextDocumentIdentifier))))))
      (goto-char 50)
      (keep 'hover (plist-get (plist-get (ask :textDocument/hover (eglot--TextDocumentPositionParams)) :contents)
                              :value))
      (goto-char 7)
      (apply-first "quickfix")
      (keep 'encoded (buffer-string))
      (apply-first "source.fixAll")
      (keep 'fixed (buffer-string))
      (revert-buffer t t)
      (eglot--signal-textDocument/didChange)
      (wait (lambda () (= (length (shown)) 2)))
      (with-temp-file "urlmend.toml" (insert "ignore = [\"URL205\"]\n"))
      (wait (lambda () (= (length (shown)) 1)))
      (push (cons "after settings" (shown)) results))
  (error (keep 'error (format "%S" problem))))
(with-temp-file "results.json"
  (set-buffer-file-coding-system 'utf-8)
  (insert (json-encode results)))
(kill-emacs 0)
"""


def has_eglot():
    if not shutil.which("emacs"):
        return False
    found = "(progn (package-initialize) (require 'eglot))"
    return subprocess.run(["emacs", "--batch", "--eval", found], capture_output=True, check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not has_eglot(), reason="Emacs with Eglot is not installed")
def test_emacs(folder, urlmend):
    (folder / "init.el").write_text(block("elisp"))
    (folder / "script.el").write_text(EMACS)
    results = drive(folder, ["emacs", "--batch", "--no-init-file", "-l", "script.el"])
    assert "error" not in results, results
    (folder / "urlmend.toml").unlink()  # the script has written it
    check(results, folder, urlmend)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo-terminals")
@pytest.mark.parametrize(("inside", "coloured"), [("28.2,compile", False), ("28.2,term:0.96", True), ("", True)])
def test_compile_of_emacs_in_a_terminal_gets_no_colours(tree, inside, coloured):
    folder = tree({"a.txt": "http://a.test-host.org/b|c\n"})
    ours, theirs = os.openpty()
    variables = {"TERM": "xterm-256color", "INSIDE_EMACS": inside, "NO_COLOR": "", "FORCE_COLOR": ""}
    command = [sys.executable, "-m", "urlmend", "lint", "a.txt"]
    environment = {**os.environ, **variables}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    output = read_terminal(ours)
    process.wait()
    assert b"URL205" in output
    assert (b"\x1b[" in output) == coloured


def test_settings_on_the_page_are_valid():
    for found in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        assert json.loads(found)
