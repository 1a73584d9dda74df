// A node in virtual time with one call under way, whose gateway does nothing by itself: tests say what happens.

import type { CallControl, CallMedia } from '../../src/conversations/answered-call.ts'
import type {
  AgentEnd,
  AgentReply,
  AgentRequest,
  FlowParts,
  VoiceAgent,
} from '../../src/conversations/flow-parts.ts'
import type { Flow } from '../../src/conversations/flows/flow.ts'
import type { AgentWord, FlowState } from '../../src/conversations/flows/flow-state.ts'
import type { NodeContext } from '../../src/dialing/dialer/dialer-options.ts'
import { NO_WATCH } from '../../src/dialing/dialer/dialer-watch.ts'
import type { FlowSpeech } from '../../src/dialing/dialer/flow-runtime/flow-speech.ts'
import { createFlowRuns } from '../../src/dialing/dialer/flow-runtime/run-flows.ts'
import { createTaskPace } from '../../src/dialing/dialer/health/task-pace.ts'
import { createOptOuts } from '../../src/dialing/dialer/settle/opt-outs.ts'
import { createFakeMedia } from './fake-media.ts'

type Doing = Awaited<ReturnType<CallControl['resume']>>

export const CALL = { id: 'call', phoneKey: '1', phoneNumber: '+4930123456', taskId: 'task', contactId: 'c' }

export function openFlowNode(flow: Flow, fields: Record<string, string> = {}) {
  let nowMs = 0
  const timers = new Set<{ atMs: number; run(): void }>()
  const done: string[] = []
  const stored: FlowState[] = []
  const opened: (AgentRequest & {
    end(how: AgentEnd): void
    say(said: AgentWord): void
    isClosed: boolean
    answers: AgentReply[]
    started: Record<string, string> | undefined
  })[] = []
  const media: ReturnType<typeof createFakeMedia>[] = []
  const world = {
    doing: 'waiting' as Doing,
    isOurs: true,
    soundMs: 1000,
    sha256: undefined as string | undefined,
  }
  const note = (what: string) => async () => void done.push(what)

  const control = {
    abilities: new Set(['play', 'keys', 'detect', 'record', 'transfer', 'stream']),
    play: async (_: string, playId: string) => void done.push(`play ${playId}`),
    stopPlaying: note('stopPlaying'),
    record: note('record'),
    stopRecording: note('stopRecording'),
    transfer: note('transfer'),
    sendKeys: async (_: string, keys: string) => void done.push(`keys ${keys}`),
    async openMedia(): Promise<CallMedia> {
      const fake = createFakeMedia()
      media.push(fake)
      return fake
    },
    has: () => true,
    listen: async () => undefined,
    resume: async () => world.doing,
  } as unknown as CallControl

  const node = {
    clock: { now: () => new Date(nowMs), elapsedMs: () => nowMs },
    log: { info() {}, warn() {}, error() {} },
    offsetAt: () => 0,
    gateway: { hangUp: note('hangUp') },
    watch: NO_WATCH,
    setTimer(run: () => void, ms: number) {
      const timer = { atMs: nowMs + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  } as unknown as NodeContext

  const parts: FlowParts = {
    sounds: { ready: async () => [] },
    recordings: { begin: async () => undefined, callEnded: () => undefined },
    agents: {
      open(request): VoiceAgent {
        const listeners = { end: (_: AgentEnd) => {}, word: (_: AgentWord) => {} }
        const agent = {
          ...request,
          isClosed: false,
          answers: [] as AgentReply[],
          started: undefined as Record<string, string> | undefined,
          end: (how: AgentEnd) => listeners.end(how),
          say: (said: AgentWord) => listeners.word(said),
        }
        opened.push(agent)
        return {
          start(media, parameters = request.parameters) {
            agent.started = parameters
            media.onClose(() => undefined)
          },
          key: () => undefined,
          answer: (reply) => void agent.answers.push(reply),
          onWord: (listener) => {
            listeners.word = listener
          },
          onEnd: (listener) => {
            listeners.end = listener
          },
          close: () => {
            agent.isClosed = true
          },
        }
      },
    },
    optOut: async ({ listId }) => void done.push(`optOut ${listId}`),
    whyNotTransferred: async () => undefined,
    pauseTask: async () => undefined,
  }

  const runs = createFlowRuns(node, {
    pace: createTaskPace(node.clock),
    control,
    flow: parts,
    speech: {
      inCall: async () => {
        const { soundMs: durationMs, sha256 } = world
        return [{ url: 'http://127.0.0.1/a.wav', durationMs, ...(sha256 !== undefined && { sha256 }) }]
      },
      beforeCall: async () => [],
    } satisfies FlowSpeech,
    optOuts: createOptOuts({ ...node, flow: parts }),
    async store(_, state) {
      stored.push(state)
      return world.isOurs
    },
  })
  const call = { ...CALL, flow, fields }

  /** What has been asked for is done. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  return {
    world,
    runs,
    call,
    done,
    stored,
    opened,
    media,
    settle,
    async answer() {
      runs.expect(call)
      runs.hear({ type: 'answered', attemptId: CALL.id })
      await settle()
    },
    async hear(
      event:
        | { type: 'played'; playId: string }
        | { type: 'hungUp' | 'recorded' | 'ringing' }
        | { type: 'key'; key: string },
    ) {
      const more = { attemptId: CALL.id, result: 'done', recordingId: '', hasFailed: false } as const
      runs.hear({ ...more, ...event } as Parameters<typeof runs.hear>[0])
      await settle()
    },
    async pass(ms: number) {
      for (const untilMs = nowMs + ms; nowMs <= untilMs; ) {
        const next = [...timers].sort((a, b) => a.atMs - b.atMs)[0]
        if (!next || next.atMs > untilMs) {
          nowMs = untilMs
          break
        }
        nowMs = Math.max(nowMs, next.atMs)
        timers.delete(next)
        next.run()
        await settle()
      }
      await settle()
    },
  }
}
