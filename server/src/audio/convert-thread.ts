// Converts an audio file in a thread of its own, with a limit of time and of memory.
import { InvalidInput } from '../kernel/errors.ts'
import { askThread, type ThreadLimits } from '../kernel/thread-question.ts'
import type { SoundFile } from './wav.ts'

export type ConversionLimits = Partial<ThreadLimits>

const DEFAULT_LIMITS: ThreadLimits = { deadlineMs: 120_000, memoryMb: 256 }

export function convertInThread(file: Uint8Array, limits: ConversionLimits = {}): Promise<SoundFile> {
  const module = import.meta.url.endsWith('.ts') ? './convert-worker.from-source.mjs' : './convert-worker.js'
  return askThread<Uint8Array, SoundFile>({
    ...DEFAULT_LIMITS,
    ...limits,
    name: 'audio converter',
    module: new URL(module, import.meta.url),
    question: file,
    tooSlow,
    tooMuchMemory,
  })
}

function tooSlow(limitMs: number): InvalidInput {
  const seconds = limitMs / 1000
  return new InvalidInput(`The audio takes more than ${seconds} seconds to read`, {
    code: 'file_too_slow',
    field: 'file',
    params: { seconds },
  })
}

function tooMuchMemory(megabytes: number): InvalidInput {
  return new InvalidInput(`The audio takes more than ${megabytes} MB of memory to read`, {
    code: 'file_too_much_memory',
    field: 'file',
    params: { megabytes },
  })
}
