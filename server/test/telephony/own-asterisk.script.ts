// A process that runs an Asterisk of its own with the options in its argument, says its process id when it answers, and keeps it until it
// is killed.

import { systemClock } from '../../src/platform/kernel/clock.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { findRunning } from '../../src/telephony/switches/asterisk/own/asterisk-home.ts'
import { createOwnAsterisk } from '../../src/telephony/switches/asterisk/own/own-asterisk.ts'

const { trunks, ...options } = JSON.parse(process.argv[2] ?? '{}')
const own = await createOwnAsterisk({ ...options, clock: systemClock, log: createSilentLog() })
own.start(trunks)
await own.ready()
process.stdout.write(`${await findRunning(options.dataDir)}\n`)
