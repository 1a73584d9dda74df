// Starts icalendar-worker.ts where the source is run as it is, in tests and during development: Node.js 20 cannot run
// TypeScript by itself, and a thread does not inherit what makes the main thread able to.
import { register } from 'tsx/esm/api'

register()
await import('./icalendar-worker.ts')
