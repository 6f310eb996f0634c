# Mailboxes as Python's mailbox module writes and reads them.
#   mailboxes.py write FOLDER    writes one of each kind; prints what each message is
#   mailboxes.py read FILE...    prints the messages of mbox files
import email
import email.policy
import hashlib
import io
import json
import mailbox
import os
import re
import sys
from email.generator import BytesGenerator
from email.message import EmailMessage


def digest(data):
    return hashlib.sha256(data).hexdigest()


def flat(message):
    out = io.BytesIO()
    BytesGenerator(out, mangle_from_=False, policy=message.policy).flatten(message)
    return out.getvalue()


def plain(subject, body):
    message = EmailMessage()
    message["From"] = "Ann Lee <ann@example.org>"
    message["To"] = "bob@example.org"
    message["Subject"] = subject
    message["Message-ID"] = "<%s@example.org>" % digest(subject.encode())[:12]
    message["Date"] = "Tue, 17 Feb 2026 09:00:00 +0000"
    message.set_content(body)
    return message


def messages():
    attached = plain("attached", "See the files.\n")
    attached.add_attachment(bytes(range(256)) * 20, maintype="application", subtype="octet-stream", filename="every.bin")
    attached.add_attachment("From here\nFrom ann@example.org Tue Feb 17 09:00:00 2026\nSubject: x\n\n", filename="old.txt")
    nested = plain("nested", "A message in a message.\n")
    nested.add_attachment(plain("inner", "From inside\n"))
    return [
        plain("plain", "Hello.\n"),
        plain("from lines", "From here\n\nFrom ann@example.org Tue Feb 17 09:00:00 2026\nSubject: no\n\nFrom there\n"),
        plain("gr\u00fc\u00dfe", "Gr\u00fc\u00dfe, \U0001f337\n"),
        attached,
        nested,
        plain("blank lines", "\n\n\nx\n\n\n"),
        plain("empty", ""),
    ]


KINDS = {
    "mbox": (mailbox.mbox, mailbox.mboxMessage),
    "mmdf": (mailbox.MMDF, mailbox.MMDFMessage),
    "babyl": (mailbox.Babyl, mailbox.BabylMessage),
    "maildir": (mailbox.Maildir, mailbox.MaildirMessage),
    "mh": (mailbox.MH, mailbox.MHMessage),
}


def mark(kind, message, is_read, is_starred):
    if kind in ("mbox", "mmdf"):
        message.set_flags(("RO" if is_read else "O") + ("F" if is_starred else ""))
        message.set_from("ann@example.org", True)
    elif kind == "maildir":
        message.set_subdir("cur")
        message.set_flags(("S" if is_read else "") + ("F" if is_starred else ""))
    elif kind == "babyl":
        if not is_read:
            message.add_label("unseen")
        if is_starred:
            message.add_label("star")
    else:
        if not is_read:
            message.add_sequence("unseen")
        if is_starred:
            message.add_sequence("flagged")


def write(folder):
    told = {}
    for kind, (make_box, make_message) in KINDS.items():
        box = make_box(os.path.join(folder, "of-" + kind), create=True)
        told[kind] = []
        for number, given in enumerate(messages()):
            # Each kind has messages of its own, so that none is known already.
            given.replace_header("Message-ID", given["Message-ID"].replace("@", "-%s@" % kind))
            message = make_message(given)
            is_read, is_starred = number % 2 == 0, number % 3 == 0
            mark(kind, message, is_read, is_starred)
            key = box.add(message)
            told[kind].append(
                {
                    "subject": str(given["Subject"]),
                    "is_read": is_read,
                    "is_starred": is_starred,
                    # What the module wrote, without the quoting of mbox and MMDF; what it reads of a Babyl file is not always that.
                    "sha256": digest(flat(message) if kind in ("mbox", "mmdf", "babyl") else box.get_bytes(key)),
                    "attachments": attachments(given),
                }
            )
        box.flush()
        box.close()
    print(json.dumps(told))


def attachments(message):
    if message.get_content_type() == "message/rfc822":
        return [digest(flat(message.get_payload(0)))]
    if message.is_multipart():
        return [one for part in message.get_payload() for one in attachments(part)]
    return [digest(message.get_payload(decode=True))] if message.get_filename() else []


def read(paths):
    told = []
    for path in paths:
        box = mailbox.mbox(path, create=False)
        for key in box.keys():
            data = box.get_bytes(key)
            message = email.message_from_bytes(data, policy=email.policy.default)
            # The notes of the export, which end with Status.
            source = re.sub(rb"\AX-Daybook-Folder: .*?^Status: [RO]+\r?\n", b"", data, flags=re.S | re.M)
            told.append(
                {
                    "id": message["X-Daybook-Record"].split()[0],
                    "status": message["Status"],
                    "more": message["X-Status"] or "",
                    "subject": message["Subject"],
                    "sha256": digest(re.sub(rb"^>(>*From )", rb"\1", source, flags=re.M)),
                    "attachments": attachments(message),
                }
            )
        box.close()
    print(json.dumps(told))


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    read(sys.argv[2:])
