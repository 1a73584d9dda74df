#!/usr/bin/env node
// The command as it is run from a checkout: compiles what has changed since the last time, then runs it.
import { buildWhatChanged } from './build.js'

try {
  buildWhatChanged()
} catch (error) {
  console.error(`carillon: the checkout cannot be built: ${error.message.split('\n', 1)}`)
  process.exit(1)
}
await import('../dist/main.js')
