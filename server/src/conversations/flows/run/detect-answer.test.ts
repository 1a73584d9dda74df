import { describe, expect, it } from 'vitest'
import { beginDetection, type Detection, hearTalk, lookAgain } from './detect-answer.ts'

/** Verdicts for talk given as [begin, end] in milliseconds after the answer; the end of talk is noticed 900 ms later. */
function verdicts(...talk: [number, number][]) {
  const events = talk.flatMap(([begin, end]) => [
    { atMs: begin, isTalking: true, talkMs: 0 },
    { atMs: end + 900, isTalking: false, talkMs: end - begin },
  ])
  const decided: [string, number][] = []
  let lookMs = Number.POSITIVE_INFINITY
  let detection: Detection = beginDetection()
  const note = (now: number, next: Detection) => {
    detection = next
    if (next.verdict) decided.push([next.verdict.is, now])
    if (next.lookAfterMs !== undefined)
      lookMs = next.lookAfterMs === null ? Number.POSITIVE_INFINITY : now + next.lookAfterMs
  }
  note(0, detection)
  for (const { atMs, isTalking, talkMs } of [...events, { atMs: 60_000, isTalking: false, talkMs: 0 }]) {
    if (lookMs <= atMs) {
      const now = lookMs
      lookMs = Number.POSITIVE_INFINITY
      note(now, lookAgain(detection.detector, now))
    }
    if (atMs < 60_000) note(atMs, hearTalk(detection.detector, isTalking, talkMs, atMs))
  }
  return decided
}

describe('who answered', () => {
  it.each([
    ['a short hello', verdicts([600, 1100]), [['person', 2000]]],
    ['two hellos', verdicts([600, 1100], [2300, 2800]), [['person', 2000]]],
    ['three hellos', verdicts([600, 1100], [2300, 2800], [4000, 4600]), [['person', 2000]]],
    [
      'a person who asks twice what it is about, long after the first word',
      verdicts([600, 1100], [7000, 8500], [10_000, 11_500]),
      [['person', 2000]],
    ],
    [
      'a person who says a sentence after the first word, and another one later',
      verdicts([600, 1100], [3000, 4500], [9000, 10_500]),
      [['person', 2000]],
    ],
    [
      'a machine that pauses: "Hello." "This is Ann." "Leave a message."',
      verdicts([400, 900], [2400, 3300], [4800, 6000]),
      [
        ['person', 1800],
        ['machine', 6600],
      ],
    ],
    [
      'a machine that pauses for long',
      verdicts([400, 1000], [4000, 5000], [8200, 11_000]),
      [
        ['person', 1900],
        ['machine', 9900],
      ],
    ],
    [
      'a machine that pauses, in short pieces',
      verdicts([400, 900], [2400, 3300], [4800, 5400], [6900, 7500]),
      [
        ['person', 1800],
        ['machine', 8100],
      ],
    ],
    ['nothing', verdicts(), [['silence', 4000]]],
    [
      'a late hello corrects silence',
      verdicts([5000, 5500]),
      [
        ['silence', 4000],
        ['person', 6400],
      ],
    ],
    ['a long greeting', verdicts([400, 10_000]), [['machine', 3700]]],
    [
      'a long greeting that listens and talks again',
      verdicts([400, 5000], [8000, 10_000]),
      [
        ['machine', 3700],
        ['screening', 10_100],
      ],
    ],
    ['a long greeting with a pause', verdicts([400, 5000], [7000, 10_000]), [['machine', 3700]]],
    ['a long greeting, and a tone long after it', verdicts([400, 5000], [8000, 9000]), [['machine', 3700]]],
    ['a machine that talks after a message', verdicts([400, 5000], [20_000, 24_000]), [['machine', 3700]]],
    ['a long hello', verdicts([600, 2640]), [['unknown', 3540]]],
    ['a short greeting of a machine and its tone', verdicts([400, 2200]), [['unknown', 3100]]],
    ['a tone after an unclear greeting', verdicts([400, 2200], [4000, 4600]), [['unknown', 3100]]],
    [
      'an unclear greeting that goes on after a pause',
      verdicts([400, 2200], [4000, 12_000]),
      [
        ['unknown', 3100],
        ['machine', 7300],
      ],
    ],
    ['a sound that could not be measured', verdicts([600, 100]), [['unknown', 4000]]],
    [
      'a hello after a sound that could not be measured',
      verdicts([600, 100], [5000, 5500]),
      [
        ['unknown', 4000],
        ['person', 6400],
      ],
    ],
    ['a hello soon after such a sound', verdicts([600, 100], [1600, 2100]), [['person', 3000]]],
    [
      'a pause in the greeting',
      verdicts([400, 1400], [2500, 12_000]),
      [
        ['person', 2300],
        ['machine', 6500],
      ],
    ],
    ['a long answer of a person later on', verdicts([600, 1100], [9000, 15_000]), [['person', 2000]]],
    ['a click on the line', verdicts([100, 150]), [['silence', 4000]]],
  ])('%s', (_, decided, expected) => {
    expect(decided).toEqual(expected)
  })
})
