// What answered calls cost, on two Asterisks: 100 calls at once that follow a flow of four steps, and 40 that are connected with
// voice agents. The same is done on the same Asterisks without Carillon. The phones of the streamed calls repeat all they
// hear, so the time from an agent and back to it can be measured; half of it is one way.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PackagesUnavailable } from '../../server/src/telephony/switches/asterisk/own/debian-packages.ts'
import { startStandInAgent } from '../../server/test/support/stand-in-agent.ts'
import { startAnsweringNetwork } from '../../server/test/telephony/answering-network.ts'
import { installPrograms } from '../../server/test/telephony/install-programs.ts'
import { openBareCalls } from './support/bare-media.ts'
import { type CallWorld, numberAt, withTask } from './support/call-task.ts'
import { type AudioLine, countEcho, percentile, probe } from './support/echo-probe.ts'
import { measureFirstWord } from './support/first-word.ts'
import { report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { processorSeconds } from './support/processor-time.ts'

const FLOW_CALLS = Number(process.env.FLOW_CALLS ?? 100)
const STREAMED_CALLS = Number(process.env.STREAMED_CALLS ?? 40)
const STREAM_SECONDS = Number(process.env.STREAM_SECONDS ?? 20)
const SPEECH_SECONDS = 30
const FIRST_WORD_CALLS = 20
/** The last two digits say what a phone does: press 1, and repeat what it hears. */
const PRESSES = '40'
const REPEATS = '60'

const FLOW = {
  steps: [
    { id: 'hello', type: 'say', text: 'Hello, this is the surgery of Doctor Miller.' },
    { id: 'confirm', type: 'gather', text: 'Press one to confirm your appointment.', timeout: 10 },
    { id: 'note', type: 'set', field: 'said', value: '{{digits.confirm}}' },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}

export async function benchCalls(postgres: BenchServer): Promise<void> {
  const programs = await installPrograms(console.log).catch((error) => {
    if (!(error instanceof PackagesUnavailable)) throw error
    console.log(`calls: skipped, the Debian packages are not available: ${error.message}`)
  })
  if (!programs) return
  const folder = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const network = await startAnsweringNetwork(programs, folder)
  const world = { postgres, network, programs }
  try {
    await benchFlows(world)
    await benchStreams(world)
    await benchFirstWord(world)
  } finally {
    await network.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const numbers = (count: number, kind: string) =>
  Array.from({ length: count }, (_, index) => numberAt(kind)(index + 1))
const asteriskSeconds = ({ network }: CallWorld) =>
  processorSeconds(join(network.folder, 'near/etc/asterisk.conf'))
const milliseconds = (seconds: number, calls: number) => Math.round((seconds * 1000) / calls)

async function benchFlows(world: CallWorld): Promise<void> {
  const ours = await withTask(world, { calls: FLOW_CALLS, kind: PRESSES, flow: FLOW }, async (task) => {
    const before = { asterisk: asteriskSeconds(world), service: task.serviceSeconds() }
    await task.publish()
    await task.untilCompleted()
    const { successCount } = await task.detail()
    if (successCount !== FLOW_CALLS) console.log(`calls: only ${successCount} of ${FLOW_CALLS} were answered`)
    return {
      asterisk: asteriskSeconds(world) - before.asterisk,
      service: task.serviceSeconds() - before.service,
    }
  })
  const before = asteriskSeconds(world)
  const bare = await openBareCalls(world.network)
  const sound = `sound:${join(world.network.folder, 'voices/office')}`
  await Promise.all(
    numbers(FLOW_CALLS, PRESSES).map(async (number) => bare.playUntilKey(await bare.call(number), sound)),
  )
  bare.stop()
  const theirs = asteriskSeconds(world) - before
  report(`calls: Asterisk's time for ${FLOW_CALLS} flows / bare`, {
    ratio: ours.asterisk / theirs,
    goal: { max: 2 },
    details: `a call: Asterisk ${milliseconds(ours.asterisk, FLOW_CALLS)} ms (bare ${milliseconds(theirs, FLOW_CALLS)} ms), Carillon ${milliseconds(ours.service, FLOW_CALLS)} ms`,
  })
}

async function benchStreams(world: CallWorld): Promise<void> {
  const bare = await openBareCalls(world.network)
  const theirs = await measureLines(world, undefined, async () => {
    const calls = await Promise.all(numbers(STREAMED_CALLS, REPEATS).map((number) => bare.call(number)))
    return {
      lines: await Promise.all(calls.map((callId) => bare.connect(callId))),
      end: async () => void (await Promise.all(calls.map((callId) => bare.hangUp(callId)))),
    }
  })
  bare.stop()

  const agent = await startStandInAgent()
  const flow = { steps: [{ id: 'talk', type: 'stream', url: agent.url }] }
  const ours = await withTask(world, { calls: STREAMED_CALLS, kind: REPEATS, flow }, (task) =>
    measureLines(world, task.serviceSeconds, async () => {
      await task.publish()
      while (agent.lines.filter(({ heard }) => heard.length > 1).length < STREAMED_CALLS) await wait(50)
      const lines = agent.lines.map(
        (line): AudioLine => ({
          send: line.saySound,
          onAudio(listener) {
            line.onAudio = listener
          },
        }),
      )
      return {
        lines,
        end: async () => {
          for (const { socket } of agent.lines) socket.close()
          await task.untilCompleted()
        },
      }
    }),
  )
  await agent.close()

  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [with_, without] = [percentile(ours.delays, share), percentile(theirs.delays, share)]
    report(`calls: ms added to ${STREAMED_CALLS} streams, ${name}`, {
      ratio: with_ - without,
      goal: { max: 40 },
      details: `there and back ${with_.toFixed(1)} ms, bare ${without.toFixed(1)} ms; ${ours.lost} of ${ours.delays.length + ours.lost} sounds lost, bare ${theirs.lost} of ${theirs.delays.length + theirs.lost}`,
    })
  }
  const perSecond = (seconds: number) => (seconds * 1000) / STREAMED_CALLS / STREAM_SECONDS
  report("calls: Asterisk's time for streams / bare", {
    ratio: ours.asterisk / theirs.asterisk,
    goal: { max: 2 },
    details: `a second of a call: Asterisk ${perSecond(ours.asterisk).toFixed(1)} ms (bare ${perSecond(theirs.asterisk).toFixed(1)} ms), Carillon ${perSecond(ours.service).toFixed(1)} ms`,
  })
  report(`calls: share heard of ${SPEECH_SECONDS} s sent at once`, {
    ratio: ours.heardSeconds / SPEECH_SECONDS,
    goal: { min: 0.999 },
    details: `${ours.heardSeconds.toFixed(2)} s came back`,
  })
}

/** From when the phone is picked up until the callee hears the agent, which speaks as soon as it can. */
async function benchFirstWord(world: CallWorld): Promise<void> {
  const early = await measureFirstWord(world, { calls: FIRST_WORD_CALLS, kind: REPEATS, connect: 'ringing' })
  const late = await measureFirstWord(world, { calls: FIRST_WORD_CALLS, kind: REPEATS, connect: 'answer' })
  const words = (delays: number[]) =>
    `p50 ${percentile(delays, 0.5).toFixed(0)} ms, p90 ${percentile(delays, 0.9).toFixed(0)} ms`
  report('calls: ms from the answer to the first word of an agent', {
    ratio: percentile(early, 0.5),
    goal: { max: 300 },
    details: `${early.length} calls, connected while ringing: ${words(early)}; connected on the answer: ${words(late)}`,
  })
}

interface Lines {
  lines: AudioLine[]
  end(): Promise<void>
}

/** Measures the delays on all lines at once. With the service, one of them then says a lot at once. */
async function measureLines(
  world: CallWorld,
  serviceSeconds: (() => number) | undefined,
  open: () => Promise<Lines>,
) {
  const { lines, end } = await open()
  // The phones and the programs have settled.
  await wait(2000)
  const before = { asterisk: asteriskSeconds(world), service: serviceSeconds?.() ?? 0 }
  const probes = lines.map(probe)
  await wait(STREAM_SECONDS * 1000)
  for (const each of probes) each.stop()
  const asterisk = asteriskSeconds(world) - before.asterisk
  const service = (serviceSeconds?.() ?? 0) - before.service
  await wait(1000)
  const echo = serviceSeconds && countEcho(lines[0] as AudioLine, SPEECH_SECONDS)
  if (echo) await wait((SPEECH_SECONDS + 3) * 1000)
  await end()
  return {
    delays: probes.flatMap(({ delays }) => delays),
    lost: probes.reduce((sum, { lost }) => sum + lost, 0),
    heardSeconds: echo?.heardSeconds() ?? 0,
    asterisk,
    service,
  }
}
