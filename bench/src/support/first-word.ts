// How soon after the answer a voice agent is heard. The phone notes when it is picked up, and repeats what it hears: the first
// sound that comes back to the agent was heard by the callee a few milliseconds before.

import { setTimeout as wait } from 'node:timers/promises'
import { type AgentLine, startStandInAgent } from '../../../server/test/support/stand-in-agent.ts'
import { type CallWorld, withTask } from './call-task.ts'
import { isLoud, LOUD } from './echo-probe.ts'

/** Calls at once. */
const LINES = 4
const LOOK_EVERY_MS = 2
const WORD = new Uint8Array(8000).fill(LOUD)

interface FirstWord {
  calls: number
  kind: string
  connect: 'ringing' | 'answer'
}

/** Milliseconds, one for each call. */
export async function measureFirstWord(
  world: CallWorld,
  { calls, kind, connect }: FirstWord,
): Promise<number[]> {
  const agent = await startStandInAgent()
  const heard: { number: string; atMs: number }[] = []
  const greeted = new Set<AgentLine>()
  const looking = setInterval(() => {
    for (const line of agent.lines) greet(line)
  }, LOOK_EVERY_MS)

  /** Speaks at once, and hangs up when the word has come back. */
  function greet(line: AgentLine): void {
    const start = line.heard.find(({ event }) => event === 'start')?.start
    if (!start || greeted.has(line)) return
    greeted.add(line)
    line.onAudio = (audio) => {
      if (!audio.some(isLoud)) return
      const atMs = Date.now()
      line.onAudio = () => undefined
      const { number = '' } = start['customParameters'] as { number?: string }
      heard.push({ number, atMs })
      line.socket.close()
    }
    line.saySound(WORD)
  }

  const step = {
    id: 'talk',
    type: 'stream',
    url: agent.url,
    connect,
    parameters: { number: '{{phoneNumber}}' },
  }
  try {
    await withTask(world, { calls, kind, flow: { steps: [step] }, lines: LINES }, async (task) => {
      await task.publish()
      await task.untilCompleted()
    })
    // The log is written now and then.
    await wait(500)
    return await Promise.all(
      heard.map(async ({ number, atMs }) => atMs - (await world.network.pickedUpMs(number))),
    )
  } finally {
    clearInterval(looking)
    await agent.close()
  }
}
