// Uploads that are as the document describes them, and others.

import fc from 'fast-check'
import type { JudgedRequest } from './judged-requests.ts'

/** One part named file, as the document describes it; what is in it is described in words. */
export const judgedForms = fc
  .tuple(fc.stringMatching(/^\d{3,20}$/), fc.constantFrom('', 'File', 'files', 'data', '\u200b'))
  .map(([number, otherName]) => ({ usual: form('file', number), edge: form(otherName, number) }))

function form(name: string, number: string): Omit<JudgedRequest, 'url'> {
  const boundary = 'boundary-of-the-tests'
  const lines = [
    `--${boundary}`,
    `content-disposition: form-data; name="${name}"; filename="contacts.csv"`,
    '',
    `phoneNumber\n${number}`,
    `--${boundary}--`,
    '',
  ]
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: lines.join('\r\n'),
    isValid: name === 'file',
  }
}
