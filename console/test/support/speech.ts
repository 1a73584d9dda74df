// A setting for a speech engine that needs nothing installed.
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(
  new URL('../../../server/test/support/speech-command.script.mjs', import.meta.url),
)

/** The longer a text is, the longer is the tone that stands for it. */
export const SPEECH = `command:${process.execPath} ${script} {file} {text}`
