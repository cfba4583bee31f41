"""Kill a command at many moments of its work."""

import signal
import subprocess
import sys
import time

# Kills the process directly before the given one of the operations that make or rename a file.
_KILLED_BEFORE = """\
import os, runpy, signal, sys

left = int(sys.argv.pop(1))

def count(event, arguments):
    global left
    if event == "os.rename" or (event == "open" and arguments[2] & os.O_CREAT):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(count)
runpy.run_module("urlmend", run_name="__main__", alter_sys=True)
"""


def killed_before_operations(arguments, folder):
    """Yield functions, each of which runs `urlmend` and kills it before a later operation that makes or renames a file.

    Each returns the status of the process; the last one runs to the end.
    """
    for number in range(100):
        status = None

        def run(number=number):
            nonlocal status
            command = [sys.executable, "-c", _KILLED_BEFORE, str(number), *arguments]
            status = subprocess.run(command, check=False, cwd=folder, stderr=subprocess.DEVNULL).returncode
            return status

        yield run
        if status != -signal.SIGKILL:
            return


def killed_after(command, folder, started, *, times=12):
    """Yield functions, each of which runs a command and kills it: later each time, the last time not at all.

    Its work begins when a file that matches `started` appears in the folder.
    """

    def run(delay):
        process = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
        begin = time.monotonic()
        while not list(folder.glob(started)) and process.poll() is None:
            time.sleep(0.001)
        if delay is None:
            return process.wait(), time.monotonic() - begin
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return None

    _, duration = run(None)
    for number in range(times):
        yield lambda number=number: run(duration * number / times)
    yield lambda: run(None)
