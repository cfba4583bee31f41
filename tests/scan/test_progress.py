"""Progress of a scan."""

import pytest

from urlmend.scan import progress
from urlmend.scan.progress import Phase, ReadingPhase


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 0.0

    monkeypatch.setattr(progress.time, "monotonic", lambda: Clock.now)
    return Clock


def test_the_rate_excludes_what_was_read_before(clock, capsys):
    with ReadingPhase("plain", lambda: 100_000_000) as phase:
        clock.now = 1.0
        phase.skip(80_000_000)
        clock.now = 11.0
        phase.advance(10_000_000, urls=5, findings=1)
        phase.skip(5_000_000)
        clock.now = 12.0
    shown = capsys.readouterr().err.splitlines()
    assert shown == [
        "urlmend: 90% of 100.0 MB, 1.0 MB/s, 10 s left; 5 URLs, 1 findings",
        "urlmend: 95% of 100.0 MB, 0.9 MB/s, 6 s left; 5 URLs, 1 findings",
    ]


def test_rows_to_write_and_the_end_of_the_scan_are_part_of_the_remaining_time(clock, capsys):
    with ReadingPhase("plain", lambda: 100_000_000) as phase:
        clock.now = 20.0
        # Half a second of writing for each of 10 MB, and after all, three tenths of the time of writing.
        phase.advance(20_000_000, 5, 1, 10.0)
        clock.now = 30.0
        phase.read_ahead(10_000_000)
        clock.now = 100.0
        phase.read_ahead(0)
        phase.advance(80_000_000, 5, 1, 40.0)
    shown = [line.partition("/s, ")[2].partition(";")[0] for line in capsys.readouterr().err.splitlines()]
    assert shown == ["95 s left", "90 s left", "253 s left", "15 s left"]


def test_nothing_is_estimated_before_anything_was_read(clock, capsys):
    with ReadingPhase("plain", lambda: 100) as phase:
        clock.now = 20.0
        phase.skip(50)
    assert "0.0 MB/s, ? s left" in capsys.readouterr().err


def test_bytes_of_unfinished_units_are_counted(clock, capsys):
    with ReadingPhase("plain", lambda: 1_000_000) as phase:
        for seconds, size in ((10.0, 250_000), (20.0, 500_000)):
            clock.now = seconds
            phase.read_ahead(size)
        clock.now = 30.0
        phase.read_ahead(0)
        phase.advance(500_000, urls=1, findings=0)
        phase.advance(500_000, urls=1, findings=0)
    shares = [line.partition("%")[0].removeprefix("urlmend: ") for line in capsys.readouterr().err.splitlines()]
    assert shares == ["25", "50", "50", "100"]


def test_progress_never_goes_back(clock, capsys):
    with ReadingPhase("plain", lambda: 1_000_000) as phase:
        # The first of two units is finished; while its rows are written, it is not read ahead any more.
        for seconds, ahead in ((10.0, 600_000), (20.0, 250_000), (30.0, 250_000)):
            clock.now = seconds
            phase.read_ahead(ahead)
        clock.now = 40.0
        phase.advance(500_000, urls=1, findings=0)
        clock.now = 50.0
        phase.read_ahead(0)
        phase.advance(500_000, urls=1, findings=0)
    shares = [line.partition("%")[0].removeprefix("urlmend: ") for line in capsys.readouterr().err.splitlines()]
    assert shares == ["60", "60", "60", "75", "75", "100"]


def test_the_text_of_a_bar_keeps_its_width(clock):
    phase = ReadingPhase("none", lambda: 10**12)
    widths = set()
    for _ in range(30):
        clock.now += 300
        phase.advance(3 * 10**10, urls=8_000_000, findings=70_000)
        widths.add(len(phase.text(padded=True)))
    assert widths == {progress._TEXT_WIDTH}
    assert len(Phase("none", "settling ambiguous URLs", 10**9).text(padded=True)) == progress._TEXT_WIDTH


def test_phases_show_the_share_of_their_items(clock, capsys):
    def items():
        for number in range(2000):
            clock.now += 0.015
            yield number

    with Phase("plain", "settling ambiguous URLs", 0) as phase:
        assert list(phase.track(items(), 2000)) == list(range(2000))
    assert capsys.readouterr().err.splitlines() == [
        "urlmend: settling ambiguous URLs: 50% of 2,000",
        "urlmend: settling ambiguous URLs: 100% of 2,000",
    ]
