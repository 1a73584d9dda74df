#!/usr/bin/env node
// The command as it is run from a checkout: builds what has changed since the last time, then runs it.
import { buildWhatChanged } from './build.js'
import { keepCompiledCode } from './compile-cache.js'

try {
  buildWhatChanged()
} catch (error) {
  console.error(`carillon: the checkout cannot be built: ${error.message.split('\n', 1)}`)
  process.exit(1)
}
keepCompiledCode()
await import('../dist/main.js')
