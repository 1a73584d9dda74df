// The entry point of a process that converts one audio file. A thread watches how much memory all of the process takes, and whether
// it is still wanted.
import { Worker } from 'node:worker_threads'
import { describeFailure } from '../../platform/kernel/threads/thread-failure.ts'
import { convertAudio } from './convert.ts'
import type { ConverterMessage } from './convert-process.ts'

/** Plain JavaScript: it starts in a few milliseconds. */
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads')
  const look = () => {
    if (process.memoryUsage.rss() > workerData.maxBytes || process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
  }
  look()
  parentPort.postMessage('watching')
  setInterval(look, 20)
`

const send = (message: ConverterMessage) => process.send?.(message)

process.once('message', async (file: Uint8Array) => {
  try {
    send({ kind: 'sound', sound: await convertAudio(file) })
  } catch (error) {
    send({ kind: 'failed', failure: describeFailure(error) })
  }
})

const maxBytes = Number(process.argv[2]) * 1024 * 1024
const watch = new Worker(WATCH, { eval: true, workerData: { maxBytes, parent: process.ppid } })
watch.once('message', () => send({ kind: 'ready' }))
