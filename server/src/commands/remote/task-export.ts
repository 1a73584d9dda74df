// Writes the outcome of every contact of a task, or its calls, as CSV or Excel.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { CommandFailed } from '../failure.ts'
import { sayAside } from '../terminal.ts'
import { openTask, type TaskFlags } from './task.ts'

interface ExportFlags extends TaskFlags {
  format?: string
  output?: string
  calls?: boolean
}

export async function exportTaskCommand(operands: string[], flags: ExportFlags): Promise<void> {
  const { format = 'csv', output = '-' } = flags
  if (format !== 'csv' && format !== 'excel')
    throw new CommandFailed(`--format must be csv or excel, not "${format}"`)
  const { api, task } = await openTask('export', operands, flags)
  const what = flags.calls ? 'calls/export' : 'export'
  const file = await api.download(`/api/task/${task.id}/${what}?format=${format}`)
  if (output === '-') return pipeline(file, process.stdout, { end: false })
  // A half of a file never has its name.
  const unfinished = `${output}.part`
  try {
    await pipeline(file, createWriteStream(unfinished))
    await rename(unfinished, output)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new CommandFailed(`${output} cannot be written: ${(error as Error).message}`)
  }
  sayAside(`Written to ${output}.`)
}
