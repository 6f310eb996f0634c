# Expands recurrence rules with python3-dateutil and libical: one JSON array of cases in, one of answers out. All times are
# local times without a zone, as milliseconds. An answer is a list of times, or an error as text.
import datetime
import json
import os
import signal
import sys

import dateutil.rrule
import gi

gi.require_version('ICalGLib', '3.0')
from gi.repository import ICalGLib  # noqa: E402

EPOCH = datetime.datetime(1970, 1, 1)
FREQUENCIES = {name: getattr(dateutil.rrule, name.upper()) for name in
               ['yearly', 'monthly', 'weekly', 'daily', 'hourly', 'minutely', 'secondly']}
WEEKDAYS = {name: getattr(dateutil.rrule, name) for name in ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']}
MOST_SECONDS = 0.2
LISTS = ['bymonth', 'byweekno', 'byyearday', 'bymonthday', 'byhour', 'byminute', 'bysecond', 'bysetpos']


class BoundedDatetime:
    """The module that dateutil uses, with an earlier last year: a rule that gives nothing would be followed to 9999."""
    MAXYEAR = 9999

    def __getattr__(self, name):
        return getattr(datetime, name)


bounded = BoundedDatetime()
dateutil.rrule.datetime = bounded


def time_of(ms):
    return EPOCH + datetime.timedelta(milliseconds=ms)


def ms_of(time):
    return round((time - EPOCH).total_seconds() * 1000)


def weekday_of(text):
    day = WEEKDAYS[text[-2:]]
    return day(int(text[:-2])) if len(text) > 2 else day


def last_of(rule):
    return time_of(rule['until']) if 'until' in rule else None


def by_dateutil(case):
    rule = case['rule']
    parts = {name: rule[name] for name in LISTS if name in rule}
    if 'byday' in rule:
        parts['byweekday'] = [weekday_of(text) for text in rule['byday']]
    if 'wkst' in rule:
        parts['wkst'] = WEEKDAYS[rule['wkst']]
    bounded.MAXYEAR = time_of(case['before']).year + 1
    times = dateutil.rrule.rrule(FREQUENCIES[rule['freq']], dtstart=time_of(case['start']), count=rule.get('count'),
                                 interval=rule.get('interval', 1), until=last_of(rule), **parts)
    found = []
    for time in times:
        if ms_of(time) >= case['before']:
            break
        found.append(ms_of(time))
    return found


def text_of(rule, all_day):
    parts = [f"FREQ={rule['freq'].upper()}"]
    if 'until' in rule:
        parts.append('UNTIL=' + time_of(rule['until']).strftime('%Y%m%d' if all_day else '%Y%m%dT%H%M%S'))
    for name in ['interval', 'count', 'wkst']:
        if name in rule:
            parts.append(f'{name.upper()}={rule[name]}')
    for name in LISTS + ['byday']:
        if name in rule:
            parts.append(f"{name.upper()}={','.join(map(str, rule[name]))}")
    return ';'.join(parts)


def by_libical(case):
    if not case['libical']:
        return None
    start = time_of(case['start']).strftime('%Y%m%d' if case['allDay'] else '%Y%m%dT%H%M%S')
    rule = ICalGLib.Recurrence.new_from_string(text_of(case['rule'], case['allDay']))
    if rule is None:
        return 'refused'
    times = ICalGLib.RecurIterator.new(rule, ICalGLib.Time.new_from_string(start))
    if times is None:
        return 'refused'
    found = []
    while True:
        time = times.next()
        if time is None or time.is_null_time():
            return found
        day = datetime.datetime(time.get_year(), time.get_month(), time.get_day())
        ms = ms_of(day + datetime.timedelta(hours=time.get_hour(), minutes=time.get_minute(), seconds=time.get_second()))
        if ms >= case['before']:
            return found
        found.append(ms)


def answer(expand, case):
    try:
        return expand(case)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


def in_child(expand, cases):
    """Answers of an expander that may crash: a child gives them line by line, and a new one goes on after a crash."""
    answers = []
    while len(answers) < len(cases):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with os.fdopen(writing, 'w') as lines:
                for case in cases[len(answers):]:
                    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)  # ends the child, also within the library
                    lines.write(json.dumps(answer(expand, case)) + '\n')
                    lines.flush()
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as lines:
            answers.extend(json.loads(line) for line in lines)
        status = os.waitpid(child, 0)[1]
        if status != 0:
            answers.append('crashed' if os.WTERMSIG(status) == signal.SIGSEGV else 'did not end')
    return answers


cases = json.load(sys.stdin)
json.dump({'libical': in_child(by_libical, cases), 'dateutil': [answer(by_dateutil, case) for case in cases]}, sys.stdout)
