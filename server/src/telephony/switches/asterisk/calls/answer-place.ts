// Whether the sounds or the dialplan place for answered calls exist in Asterisk. Asterisk does not check this itself: it rings
// the phone and hangs up when the callee answers. So we ask before any call is placed: DIALPLAN_EXISTS on an undialed
// Local channel for a dialplan place, and a trial playback in an empty bridge for a sound.
import { randomBytes } from 'node:crypto'
import type { AriClient } from '../ari/ari-client.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import type { OnAnswer } from '../asterisk-settings.ts'
import type { PlaceState } from './answer-watch.ts'

interface AnswerPlaceOptions {
  onAnswer: OnAnswer
  ari: AriClient
  /** A trial playback that has not failed after this time counts as successful. */
  trialMs?: number
}

/** A missing file fails within a millisecond. */
const TRIAL_MS = 300
/** A sound on a web server is downloaded first. */
const DOWNLOAD_MS = 3000
/** How long the event at the end of a playback may take to arrive. */
const EVENT_WITHIN_MS = 3000

export function createAnswerPlace({ onAnswer, ari, trialMs = TRIAL_MS }: AnswerPlaceOptions) {
  const trials = new Map<string, (hasFailed: boolean) => void>()
  const newId = () => `carillon-look-${randomBytes(6).toString('hex')}`

  async function lookAtDialplan(place: Extract<OnAnswer, { kind: 'dialplan' }>, app: string) {
    const { context, extension, priority } = place
    const channelId = newId()
    const name = `${context},${extension},${priority}`
    const unknown = (why: string): PlaceState => ({
      kind: 'unknown',
      reason: `cannot check whether the dialplan has ${name} (${why}): try asterisk -rx 'dialplan show ${extension}@${context}'`,
    })
    // Nothing is dialed. Asterisk evaluates dialplan functions only on a channel.
    const body = { endpoint: `Local/${extension}@${context}`, app, channelId }
    const created = await ari.send('POST', '/channels/create', { body })
    if (created.status !== 200) return unknown(`no Local channel: ${created.status}`)
    try {
      const asked = encodeURIComponent(`DIALPLAN_EXISTS(${name})`)
      const answer = await ari.send('GET', `/channels/${channelId}/variable?variable=${asked}`)
      const value = answer.status === 200 ? valueIn(answer.body) : undefined
      if (value === '1') return there
      if (value !== '0') return unknown('func_dialplan.so is not loaded')
      const reason = `the dialplan has no place ${name} for answered calls (ASTERISK_ON_ANSWER): see extensions.conf, and asterisk -rx 'dialplan show ${extension}@${context}'`
      return { kind: 'missing', reason } as const
    } finally {
      await ari.send('DELETE', `/channels/${channelId}`).catch(() => undefined)
    }
  }

  async function lookAtSound(media: string): Promise<PlaceState> {
    const missing = {
      kind: 'missing',
      reason: `Asterisk cannot play ${media} (ASTERISK_ON_ANSWER): it is missing, or in a format that Asterisk cannot read`,
    } as const
    const verdict = (await tryOut(media)) ?? (await findInIndex(media))
    if (verdict === 'good') return there
    if (verdict === 'bad') return missing
    return {
      kind: 'unknown',
      reason: `cannot check whether Asterisk can play ${media}: res_ari_bridges.so, bridge_holding.so or chan_bridge_media.so is not loaded`,
    }
  }

  /** Plays the sound in an empty bridge; undefined if Asterisk cannot do that. */
  async function tryOut(media: string): Promise<'good' | 'bad' | undefined> {
    const bridgeId = newId()
    const playbackId = newId()
    const bridge = await ari.send('POST', '/bridges', { body: { type: 'holding', bridgeId } })
    if (bridge.status !== 200) return undefined
    const ended = new Promise<boolean>((resolve) => trials.set(playbackId, resolve))
    try {
      const path = `/bridges/${bridgeId}/play/${playbackId}?media=${encodeURIComponent(media)}`
      const { status } = await ari.send('POST', path)
      if (status !== 201) return undefined
      const patienceMs = isRemote(media) ? Math.max(trialMs, DOWNLOAD_MS) : trialMs
      const hasFailed = (await within(patienceMs, ended)) ?? (await isOver(playbackId, ended))
      return hasFailed ? 'bad' : 'good'
    } finally {
      trials.delete(playbackId)
      await ari.send('DELETE', `/playbacks/${playbackId}`).catch(() => undefined)
      await ari.send('DELETE', `/bridges/${bridgeId}`).catch(() => undefined)
    }
  }

  /** Whether the playback has ended in failure; one that still plays has not. */
  async function isOver(playbackId: string, ended: Promise<boolean>): Promise<boolean> {
    const { status } = await ari.send('GET', `/playbacks/${playbackId}`)
    return status === 404 ? ((await within(EVENT_WITHIN_MS, ended)) ?? false) : false
  }

  /** Asterisk's index covers only the sounds in its own folder. */
  async function findInIndex(media: string): Promise<'good' | 'bad' | undefined> {
    const name = media.slice('sound:'.length)
    if (name.startsWith('/') || isRemote(media)) return undefined
    const { status } = await ari.send('GET', `/sounds/${encodeURIComponent(name)}`)
    return status === 200 ? 'good' : status === 404 ? 'bad' : undefined
  }

  return {
    /** Asks Asterisk. `app`: the application whose events we receive. */
    async check(app: string): Promise<PlaceState> {
      if (onAnswer.kind === 'flow') return there
      if (onAnswer.kind === 'dialplan') return lookAtDialplan(onAnswer, app)
      const states = await Promise.all(onAnswer.media.split(',').map(lookAtSound))
      return (
        states.find(({ kind }) => kind === 'missing') ??
        states.find(({ kind }) => kind === 'unknown') ??
        there
      )
    },

    /** The end of a playback, which may be a trial. */
    applyEvent({ id, hasFailed }: Extract<AriEvent, { type: 'played' }>): void {
      trials.get(id)?.(hasFailed)
    },
  }
}

const there: PlaceState = { kind: 'there' }

const isRemote = (media: string) => /^sound:\w+:/.test(media)

/** Of a variable or a function. */
export function valueIn(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'value' in body ? String(body.value) : undefined
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
