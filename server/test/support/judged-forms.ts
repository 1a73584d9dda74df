// Uploads that are as the document describes them, and others.

import fc from 'fast-check'
import type { JudgedRequest } from './judged-requests.ts'

type Form = Omit<JudgedRequest, 'url'>

/** 8 samples of 8 bit, in bytes that are the same as text. */
const WAV = 'RIFF----WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x08\0\0\0@@@@@@@@'

/** One part named file, as the document describes it; what is in it is described in words. */
export function judgedForms(path: string): fc.Arbitrary<Record<'usual' | 'edge', Form>> {
  const content = path.startsWith('/api/calendar')
    ? fc.constant('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270101\r\nEND:VEVENT\r\nEND:VCALENDAR')
    : path.startsWith('/api/audio')
      ? fc.constant(WAV)
      : fc.stringMatching(/^\d{3,20}$/).map((number) => `phoneNumber\n${number}`)
  return fc
    .tuple(content, fc.constantFrom('', 'File', 'files', 'data', '\u200b'))
    .map(([text, otherName]) => ({ usual: form('file', text), edge: form(otherName, text) }))
}

function form(name: string, text: string): Form {
  const boundary = 'boundary-of-the-tests'
  const lines = [
    `--${boundary}`,
    `content-disposition: form-data; name="${name}"; filename="contacts.csv"`,
    '',
    text,
    `--${boundary}--`,
    '',
  ]
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: lines.join('\r\n'),
    isValid: name === 'file',
  }
}
