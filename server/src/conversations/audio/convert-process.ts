// Converts an audio file in a process of its own, with a limit of time and of memory. A thread would not do: its limit leaves out
// what decoders take, and they take what a hostile file tells them to.
import { fork } from 'node:child_process'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import { guarded } from '../../platform/kernel/guarded-listener.ts'
import { errorOf, type Failure } from '../../platform/kernel/threads/thread-failure.ts'
import type { SoundFile } from './wav.ts'

export interface ConversionLimits {
  deadlineMs?: number
  /** Max memory of the whole process. */
  memoryMb?: number
}

export type ConverterMessage =
  | { kind: 'ready' }
  | { kind: 'sound'; sound: SoundFile }
  | { kind: 'failed'; failure: Failure }

const DEADLINE_MS = 120_000
/** A file of 64 MiB takes 350 MB. */
const MEMORY_MB = 512

export function convertInProcess(file: Uint8Array, limits: ConversionLimits = {}): Promise<SoundFile> {
  const { deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB } = limits
  const module = import.meta.url.endsWith('.ts') ? './convert-child.from-source.mjs' : './convert-child.js'
  const child = fork(new URL(module, import.meta.url), [String(memoryMb)], {
    serialization: 'advanced',
    execArgv: [],
    // Nothing of ours: it has secrets in it.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let timer: NodeJS.Timeout | undefined
  return new Promise<SoundFile>((resolve, reject) => {
    function hear(message: ConverterMessage): void {
      if (message.kind === 'sound') resolve(message.sound)
      if (message.kind === 'failed') reject(errorOf(message.failure))
      if (message.kind !== 'ready') return
      // Not before: starting the process is no fault of the file.
      timer = setTimeout(() => reject(tooSlow(deadlineMs)), deadlineMs)
      child.send(file, (error) => error && reject(error))
    }
    child.on('message', guarded(hear, reject))
    child.once('error', reject)
    // Its watch has ended it, or the system, or V8: for want of memory in each case.
    child.once('exit', (code, signal) =>
      reject(
        signal === null
          ? new Error(`the audio converter has ended with code ${code}`)
          : tooMuchMemory(memoryMb),
      ),
    )
  }).finally(() => {
    clearTimeout(timer)
    child.kill('SIGKILL')
  })
}

function tooSlow(limitMs: number): InvalidInput {
  const seconds = limitMs / 1000
  return new InvalidInput(`The audio takes more than ${seconds} seconds to read`, {
    fault: 'file_too_slow',
    field: 'file',
    params: { seconds },
  })
}

function tooMuchMemory(megabytes: number): InvalidInput {
  return new InvalidInput(`The audio takes more than ${megabytes} MB of memory to read`, {
    fault: 'file_too_much_memory',
    field: 'file',
    params: { megabytes },
  })
}
