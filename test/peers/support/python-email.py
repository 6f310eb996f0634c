"""Reads messages with Python's email package (policy default) and prints each reading as a line of JSON.

Input: lines of JSON, {"name": ..., "raw": base64}. What the parser raises is printed in place of the field, so that the
comparison sees it. Python has no rule for which parts are shown; the same rule as Daybook's is applied to all parsers.
"""
import base64
import hashlib
import json
import re
import sys
import warnings
from datetime import timezone
from email import message_from_bytes, policy

warnings.simplefilter("ignore")
ID = re.compile(r"<[^<>\s]+>")


def guarded(read):
    try:
        return read()
    except Exception as error:  # whatever the parser raises is its answer
        return f"({type(error).__name__})"


def line(text):
    """One line of text: surrogates that stand for raw bytes as U+FFFD, control characters as spaces."""
    text = str(text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text).strip() or None


def addresses(message, field):
    found = []
    for header in message.get_all(field, []):
        for one in header.addresses:
            address = line(one.addr_spec) if one.addr_spec != "<>" else None
            name = line(one.display_name)
            if address or name:
                found.append({"address": address or "", "name": name})
    return found


def sender(message):
    for field in ("from", "sender"):
        found = addresses(message, field)
        if found:
            return found[0]
    return None


def date(message):
    header = message["date"]
    moment = header.datetime if header is not None else None
    if moment is None:
        return None
    moment = moment.replace(tzinfo=timezone.utc) if moment.tzinfo is None else moment.astimezone(timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def ids(message, field):
    text = " ".join(str(value) for value in message.get_all(field, []))
    return list(dict.fromkeys(ID.findall(text))), text.strip()


def message_id(message, field):
    found, text = ids(message, field)
    return found[0] if found else f"<{line(text)}>" if line(text) else None


def content_of(part, line_end):
    if part.get_content_maintype() == "message" and part.is_multipart():
        exact = policy.default.clone(linesep=line_end, max_line_length=0, refold_source="none")
        return b"".join(one.as_bytes(policy=exact) for one in part.get_payload())
    return part.get_payload(decode=True) or b""


def attachment(part, line_end):
    content = guarded(lambda: content_of(part, line_end))
    content = content.encode() if isinstance(content, str) else content
    filename = guarded(lambda: part.get_filename())
    return {
        "filename": line(filename) if filename else None,
        "mime": part.get_content_type(),
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def walk(part, found, line_end):
    kind = part.get_content_type()
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        for one in part.get_payload():
            walk(one, found, line_end)
        return
    empty = part.get_content_maintype() == "multipart"
    if empty:
        kind = "text/plain"  # a multipart in which no part was found is shown as it is
    shown = kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment"
    if shown:
        text = guarded(lambda: part.get_payload() if empty else part.get_content())
        found["html" if kind == "text/html" else "text"].append(str(text))
    if not shown or guarded(part.get_filename):
        found["attachments"].append(attachment(part, line_end))


def text(pieces):
    whole = "\n".join(re.sub(r"\r?\n$", "", piece) for piece in pieces if piece.strip())
    whole = whole.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\x00", "\ufffd")
    return re.sub(r"\s+$", "", whole.replace("\r\n", "\n")) or None


def reading(raw):
    message = message_from_bytes(raw, policy=policy.default)
    found = {"text": [], "html": [], "attachments": []}
    failed = guarded(lambda: walk(message, found, "\r\n" if b"\r\n" in raw else "\n"))
    if isinstance(failed, str):
        found["text"].append(failed)
    return {
        "subject": guarded(lambda: line(message["subject"]) if message["subject"] is not None else None),
        "from": guarded(lambda: sender(message)),
        "to": guarded(lambda: addresses(message, "to")),
        "cc": guarded(lambda: addresses(message, "cc")),
        "date": guarded(lambda: date(message)),
        "message_id": guarded(lambda: message_id(message, "message-id")),
        "in_reply_to": guarded(lambda: message_id(message, "in-reply-to")),
        "references": guarded(lambda: ids(message, "references")[0]),
        "text": text(found["text"]),
        "html": text(found["html"]),
        "attachments": found["attachments"],
    }


def main():
    for entry in sys.stdin:
        given = json.loads(entry)
        print(json.dumps({"name": given["name"], "reading": guarded(lambda: reading(base64.b64decode(given["raw"])))}))


main()
