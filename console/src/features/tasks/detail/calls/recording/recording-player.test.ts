import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../../../../test/support/render.tsx'
import { RecordingPlayer } from './recording-player.tsx'

type Answer = { data: object } | { error: { status: number } }

function rendered(recording: Answer, permissions = ['see', 'hear']): string {
  return renderHtml(createElement(RecordingPlayer, { id: 'one', what: 'call' }), {
    answers: [
      { path: '/api/system', data: { timeZone: 'Asia/Shanghai', token: { permissions } } },
      { path: '/api/recording/{id}', init: { params: { path: { id: 'one' } } }, ...recording },
    ],
  })
}

const load = (html: string) => /<button[^>]*>(?:(?!<\/button>).)*Load the recording/.exec(html)?.[0]

it('offers to load a recording that is kept', () => {
  expect(load(rendered({ data: { status: 'kept' } }))).not.toContain('aria-disabled')
})

it('does not load it without the right to hear it, and says why', () => {
  const html = rendered({ data: { status: 'kept' } }, ['see'])
  expect(load(html)).toContain('aria-disabled="true"')
  expect(textOf(html)).toContain('You do not have the right to hear recordings')
})

it.each([
  ['the gateway did not have', { data: { status: 'missing' } }, 'The gateway did not have the recording.'],
  ['is not kept any more', { error: { status: 404 } }, 'The recording is no longer kept.'],
])('says that a recording %s', (_case, recording, words) => {
  const html = rendered(recording)
  expect(textOf(html)).toContain(words)
  expect(load(html)).toBeUndefined()
})
