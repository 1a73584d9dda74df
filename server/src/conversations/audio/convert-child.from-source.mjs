// Starts convert-child.ts where the source is run as it is: see permission/calendars/icalendar-worker.from-source.mjs.
import { register } from 'tsx/esm/api'

register()
await import('./convert-child.ts')
