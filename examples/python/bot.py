#!/usr/bin/env python3
"""A guest who sits down at a Hold'em table of a Kozyr room, plays some hands and gets up again.

    pip install websockets
    python3 bot.py ws://localhost:8080/ws holdem-1 5

It knows no rules: the room says what it may do and what that costs (docs/room.md). It comes back over a new line; a
command without an answer is sent again under the same id, and acts once.
"""
import json
import sys
import time
import uuid

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def merge(tree, patch):
    """A JSON Merge Patch (RFC 7396)."""
    tree = dict(tree) if isinstance(tree, dict) else {}
    for key, value in patch.items():
        tree[key] = merge(tree.get(key), value) if isinstance(value, dict) else value
    return {key: value for key, value in tree.items() if value is not None}


class Bot:
    def __init__(self, room, table, hands):
        self.room, self.table, self.wanted, self.hands = room, table, int(hands), 0
        self.socket, self.token, self.view, self.sequence, self.acted = None, None, {}, None, None
        self.waiting = {}  # commands without an answer yet

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def command(self, **message):
        message["command"] = str(uuid.uuid4())
        self.waiting[message["command"]] = message
        self.send(**message)

    def evening(self):
        while True:
            try:
                with connect(self.room) as self.socket:
                    self.send(type="hello", protocol=3, language="en", token=self.token)
                    if any(self.hear(json.loads(text)) for text in self.socket):
                        return
            except (ConnectionClosed, OSError):
                time.sleep(1)

    def hear(self, message):
        """Takes in a message; true when the evening is over."""
        kind, table = message["type"], self.table
        if kind == "welcome" and "you" not in message:
            self.send(type="guest", name="Python", language="en")
        elif kind == "welcome":
            self.token = message.get("token", self.token)
            self.send(type="watch", table=table, have=self.sequence)
            for unanswered in list(self.waiting.values()):
                self.send(**unanswered)
        elif kind == "snapshot":
            self.view, self.sequence = message["view"], message["sequence"]
        elif kind == "update" and message["after"] != self.sequence:
            self.send(type="watch", table=table, have=self.sequence)
        elif kind == "update":
            for step in message["steps"]:
                self.view = step["view"] if "view" in step else merge(self.view, step.get("patch", {}))
                self.sequence = step["sequence"]
                if "seat" in self.view.get("own", {}):
                    self.hands += sum(event["kind"] == "handOver" for event in step.get("events", []))
        elif kind == "answer":
            asked = self.waiting.pop(message["command"], {})
            if message["result"]["outcome"] == "refused" and asked.get("type") == "sit":
                raise SystemExit(f"no seat: {message['result']['reason']}")
        return kind in ("snapshot", "update", "answer") and self.decide()

    def decide(self):
        own, table, enough = self.view.get("own", {}), self.table, self.hands >= self.wanted
        if "seat" not in own and enough:
            return True
        if self.waiting:
            return False
        if "seat" not in own:
            take = self.view["take"]
            self.command(type="sit", table=table, seat=take["seats"][0], buyIn=take["chips"]["usual"])
        elif enough and "leave" in own.get("chair", {}):
            self.command(type="leave", table=table)
        elif "turn" in own and own["turn"] != self.acted:
            self.acted = own["turn"]
            cheap = any(offer["kind"] == "check" or offer.get("price", 99) <= 10 for offer in own["game"]["offers"])
            kind = "checkOrCall" if cheap else own["game"]["timeout"]
            self.command(type="act", table=table, turn=own["turn"], action={"game": "holdem", "kind": kind})
        return False


bot = Bot(*(sys.argv[1:] + ["ws://localhost:8080/ws", "holdem-1", "5"][len(sys.argv) - 1 :]))
bot.evening()
print(f"played {bot.hands} hands")
