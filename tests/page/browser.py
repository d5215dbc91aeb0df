"""A headless browser that shows one page: the WebDriver protocol, as far as the tests need it."""

from __future__ import annotations

import base64
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-dev-shm-usage", "--window-size=1000,1500"),
)


class Browser:
    """One page in a browser that a driver at `address` has opened."""

    def __init__(self, address: str, session: str) -> None:
        self.base = f"{address}/session/{session}"

    def show(self, url: str) -> None:
        """Go to a page."""
        _post(f"{self.base}/url", {"url": url})

    def run(self, script: str, *given: object) -> Any:
        """What a script returns for these arguments."""
        return _post(f"{self.base}/execute/sync", {"script": script, "args": list(given)})

    def wait(self, script: str, seconds: float) -> Any:
        """What the script returns once that is true; the test fails where it never is."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := self.run(script):
                return found
            time.sleep(0.3)
        raise AssertionError(f"not within {seconds} s: {script}; {self.run(STATE)}")

    def screenshot(self, place: Path) -> None:
        """Keep what is seen as a PNG."""
        with urlopen(f"{self.base}/screenshot", timeout=60) as answer:
            place.write_bytes(base64.b64decode(json.load(answer)["value"]))


STATE = "return document.getElementById('state').textContent"


@contextmanager
def browsing(driver: str, browser: str, port: int) -> Iterator[Browser]:
    """A browser, for as long as it is needed."""
    address = f"http://127.0.0.1:{port}"
    running = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL)
    try:
        _wait_for(address)
        wanted = {"goog:chromeOptions": {"binary": browser, "args": list(OPTIONS)}}
        session = _post(f"{address}/session", {"capabilities": {"alwaysMatch": wanted}})
        try:
            yield Browser(address, session["sessionId"])
        finally:
            ending = Request(f"{address}/session/{session['sessionId']}", method="DELETE")
            urlopen(ending, timeout=60).close()
    finally:
        running.terminate()
        running.wait(30)


def _wait_for(address: str) -> None:
    for _ in range(100):
        try:
            urlopen(f"{address}/status", timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError("the driver of the browser does not answer")


def _post(url: str, data: dict[str, object]) -> Any:
    request = Request(url, json.dumps(data).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=120) as answer:
        return json.load(answer)["value"]
