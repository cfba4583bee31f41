"""Kill a command at many moments of its work."""

import signal
import subprocess
import time


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
