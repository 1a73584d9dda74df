// Who picks up a simulated call that follows a flow: what they say, which keys they press, when they hang up.
import type { Flow } from '../../../conversations/flows/flow.ts'
import { GATHER_DEFAULTS, type GatherStep, isGather } from '../../../conversations/flows/steps/gather.ts'
import { pickShare } from './simulator-chance.ts'
import type { CalleeKind, SimulatorSettings } from './simulator-settings.ts'

/** What a callee can do with the phone. */
export interface Phone {
  settings: SimulatorSettings
  flow: Flow
  random(): number
  /** Runs a function later, unless the call has ended by then. */
  later(delayMs: number, run: () => void): void
  say(talkMs: number): void
  press(key: string): void
  hangUp(): void
}

export interface Callee {
  pickUp(): void
  /** A sound of this length begins. */
  hear(durationMs: number): void
  /** The line is quiet, and the callee may answer. */
  wait(): void
  /** The sound is stopped, mostly by the callee's first key: the others follow. */
  stopHearing(): void
  /** Something else happens on the line: there is nothing to answer. */
  listen(): void
  /** Leaves a message: how long the callee talks. */
  leaveMessage(): number
}

type Range = readonly [from: number, to: number]

/** Milliseconds: until the first word, and how long the greeting lasts. */
const greetings: Record<CalleeKind, { after: Range; lasts: Range } | null> = {
  person: { after: [200, 900], lasts: [400, 1200] },
  machine: { after: [300, 900], lasts: [5000, 9000] },
  screening: { after: [200, 600], lasts: [4000, 6000] },
  silence: null,
}
/** After its greeting, call screening listens and talks again. */
const SCREENING = { listens: [3000, 4000], lasts: [1600, 2600], rings: [5000, 8000] } satisfies Record<
  string,
  Range
>
const THINKS_MS: Range = [400, 1800]
const NEXT_KEY_MS: Range = [250, 700]
const MESSAGE_MS: Range = [2000, 6000]
/** Of those who hang up in the middle. */
const LEAVES_AFTER_MS: Range = [1500, 15_000]
/** The share of those who press a key before the question is over. */
const EAGER = 0.15
/** With an end key, more digits are not keyed in unless they are required. */
const LONG_INPUT = 6
/** Of the first key that a question accepts, of the second, and so on. */
const USUAL_KEY_SHARES = [60, 20, 8, 4, 3]
const USUAL_NONE = 12

export function createCallee(kind: CalleeKind, phone: Phone): Callee {
  const { random, settings } = phone
  const between = ([from, to]: Range) => from + random() * (to - from)
  const questions = phone.flow.steps.filter(isGather)
  const keys = settings.press ?? usualKeys(questions)
  const most = Math.max(1, ...questions.map(digitsFor))
  const endKey = questions.find(({ maxDigits = 1 }) => maxDigits > 1)?.endKey ?? GATHER_DEFAULTS.endKey
  let isPerson = kind === 'person'
  /** Counts what happens on the line: a plan that was made before is dropped. */
  let moment = 0
  let answer = 'none'

  function decide(): void {
    moment += 1
    answer = isPerson ? pickShare(keys, random()) : 'none'
  }

  function soon(delayMs: number, run: () => void): void {
    const planned = moment
    phone.later(delayMs, () => {
      if (planned === moment) run()
    })
  }

  /** Keys one after the other, until something happens. */
  function press(key: string, pressed: number): void {
    const next = pressed === most ? endKey : answer
    // Planned first: the key may be what is waited for.
    if (pressed <= most && most > 1) soon(between(NEXT_KEY_MS), () => press(next, pressed + 1))
    phone.press(key)
  }

  function wait(): void {
    moment += 1
    soon(1000 * between(settings.patience), phone.hangUp)
    if (answer !== 'none') soon(between(THINKS_MS), () => press(answer, 1))
  }

  function greet(lastsMs: number): void {
    phone.say(lastsMs)
    if (kind === 'screening') phone.later(lastsMs + between(SCREENING.listens), forward)
  }

  /** The assistant tries to reach its owner, who takes a call that has said who it is. */
  function forward(): void {
    phone.say(between(SCREENING.lasts))
    if (phone.flow.onScreening)
      phone.later(between(SCREENING.rings), () => {
        isPerson = true
        phone.say(between([400, 1200]))
      })
  }

  return {
    pickUp() {
      const greeting = greetings[kind]
      if (greeting) phone.later(between(greeting.after), () => greet(between(greeting.lasts)))
      const isLeaving = random() < settings.leave
      if (isPerson && isLeaving) phone.later(between(LEAVES_AFTER_MS), phone.hangUp)
      phone.later(settings.stay * 1000, phone.hangUp)
      decide()
      wait()
    },

    hear(durationMs) {
      decide()
      const isEager = random() < EAGER
      const afterMs = durationMs * between([0.6, 0.95])
      if (isEager && answer !== 'none') soon(afterMs, () => press(answer, 1))
    },

    wait,

    stopHearing: () => soon(1000 * between(settings.patience), phone.hangUp),

    listen() {
      moment += 1
    },

    leaveMessage() {
      moment += 1
      return isPerson ? between(MESSAGE_MS) : 0
    },
  }
}

/** Long enough, without trying everybody's patience. */
function digitsFor({ minDigits = 1, maxDigits = GATHER_DEFAULTS.maxDigits }: GatherStep): number {
  return Math.max(minDigits, Math.min(maxDigits, LONG_INPUT))
}

/** People mostly press what they are asked for, and the first choice most of all. */
function usualKeys(questions: GatherStep[]): Record<string, number> {
  const accepted = new Set(questions.flatMap(({ keys = '12345' }) => [...keys]))
  const ordered = [...accepted].sort((one, other) => order(one) - order(other))
  const shares = ordered.map((key, index) => [key, USUAL_KEY_SHARES[index] ?? 1])
  return { ...Object.fromEntries(shares), none: USUAL_NONE }
}

/** As on the phone: 0 comes last. */
const order = (key: string) => '123456789*0#'.indexOf(key)
