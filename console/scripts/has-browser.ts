// Whether the tests of the console find a browser: exit code 0 if they do.
import { findBrowser } from '../test/support/find-browser.ts'

const found = await findBrowser()
console.log(
  found
    ? `The tests of the console use ${found.executablePath}`
    : 'No Chrome or Chromium that starts was found',
)
process.exitCode = found ? 0 : 1
