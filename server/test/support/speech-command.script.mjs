// A speech engine for tests: `node speech-command.script.mjs FILE TEXT` writes a tone of 440 Hz, 22,050 Hz mono, as long as the text:
// 50 ms per character. Text with the word "broken" in it fails.
import { appendFileSync, writeFileSync } from 'node:fs'

const [file, text, ledger] = process.argv.slice(2)
if (ledger) appendFileSync(ledger, `${text}\n`)
if (text.includes('broken')) {
  process.stderr.write('cannot say that\n')
  process.exit(3)
}
const rate = 22_050
const data = Buffer.alloc(Math.round(text.length * 0.05 * rate) * 2)
for (let index = 0; index < data.length / 2; index += 1)
  data.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * 440 * index) / rate)), index * 2)
const header = Buffer.alloc(44)
header.write('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 0, 'latin1')
header.writeUInt32LE(36 + data.length, 4)
header.writeUInt32LE(rate, 24)
header.writeUInt32LE(rate * 2, 28)
header.writeUInt16LE(2, 32)
header.writeUInt16LE(16, 34)
header.write('data', 36, 'latin1')
header.writeUInt32LE(data.length, 40)
writeFileSync(file, Buffer.concat([header, data]))
